/**
 * The bridge to Apache Jena: terms of our tables as Jena nodes, and files that RIOT reads or
 * writes.
 */
package io.github.jellybridge.jena;
