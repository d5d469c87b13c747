/** What a Spark session is configured with. */
package io.github.jellybridge.spark;
