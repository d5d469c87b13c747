/**
 * The few entry points that the Python package calls: {@link
 * io.github.jellybridge.python.PythonEntryPoint} through Py4J, and {@link
 * io.github.jellybridge.python.Worker} as a process of its own behind the command line. Both answer
 * in JSON; beside text, only messages and files cross the border, as bytes.
 */
package io.github.jellybridge.python;
