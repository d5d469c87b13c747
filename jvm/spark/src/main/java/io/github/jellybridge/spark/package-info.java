/**
 * The classes that users of Spark name in settings or in code.
 *
 * <p>Settings: {@link JellyBridgeExtensions} (SQL functions), {@link JellySessionCatalog} and the
 * path catalogs such as {@link JellyPathCatalog}, {@link JellyFunctionCatalog}. Code: {@link
 * JellyBridge} (tables as Jena graphs), {@link RdfFunctions}, {@link PatchOperations}, {@link
 * Statement} and {@link Term} for typed datasets, {@link ReadJelly} and {@link WriteJelly} for
 * Scala. The packages below this one are the implementation and may change in any release.
 */
package io.github.jellybridge.spark;
