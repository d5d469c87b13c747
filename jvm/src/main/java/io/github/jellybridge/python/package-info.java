/**
 * The few entry points that the Python package calls: {@link
 * io.github.jellybridge.python.PythonEntryPoint} through Py4J, and {@link
 * io.github.jellybridge.python.Worker} as a process of its own behind the command line. Both answer
 * in JSON, so that nothing but text crosses the border.
 */
package io.github.jellybridge.python;
