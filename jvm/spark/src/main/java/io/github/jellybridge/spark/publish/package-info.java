/**
 * Publishing: the files of a job appear all at once, or not at all.
 *
 * <p>Tasks write below a hidden {@link StagingFolder}. At commit the job ({@link WriteTransaction})
 * writes a journal ({@link io.github.jellybridge.files.PublishJournal}), moves the files and
 * deletes those that it replaces ({@link ReplacedFiles}). Our listing reads the journal, so that a
 * reader sees either the old files or the new ones. A {@link Lease} tells other jobs whether the
 * owner of a folder is alive. See {@code docs/decisions/007-publishing.md}.
 */
package io.github.jellybridge.spark.publish;
