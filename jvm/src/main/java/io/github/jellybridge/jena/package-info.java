/** The bridge to Apache Jena: terms of our tables as Jena nodes. Nothing here is on a hot path. */
package io.github.jellybridge.jena;
