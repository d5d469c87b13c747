package io.github.jellybridge.cli;

import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Loads Hadoop's settings as Spark does: from Hadoop's files on the class path, and {@code
 * spark.hadoop.*} from {@code spark-defaults.conf}.
 */
final class HadoopSettings {
  /** System property: the path of {@code spark-defaults.conf}, which may not exist. */
  private static final String FILE = "jelly-bridge.settings";

  private static final String PREFIX = "spark.hadoop.";

  private HadoopSettings() {}

  /**
   * Loads the settings. A path without a scheme means a local file, as in other commands.
   *
   * @throws IOException if the file cannot be read
   */
  static Configuration load() throws IOException {
    Configuration conf = new Configuration();
    String file = System.getProperty(FILE);
    if (file != null) {
      Properties properties = read(Path.of(file));
      for (String key : properties.stringPropertyNames()) {
        if (key.startsWith(PREFIX)) {
          conf.set(key.substring(PREFIX.length()), properties.getProperty(key).trim());
        }
      }
    }
    conf.set(CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY, "file:///");
    return conf;
  }

  /**
   * Sets Hadoop's user if the system has no name for the user id, as in containers. Otherwise
   * Hadoop would refuse to open any file, even a local one.
   */
  static void nameUser() {
    try {
      UserGroupInformation.getLoginUser();
    } catch (IOException e) {
      // With Kerberos, opening a file reports it.
      if (!UserGroupInformation.isSecurityEnabled()) {
        UserGroupInformation.setLoginUser(
            UserGroupInformation.createRemoteUser(System.getProperty("user.name")));
      }
    }
  }

  private static Properties read(Path file) throws IOException {
    Properties properties = new Properties();
    // Like Spark, and unlike Files.readString, this accepts comments in another encoding.
    try (var in = new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8)) {
      properties.load(in);
    } catch (NoSuchFileException e) {
      // The file is optional.
    }
    return properties;
  }
}
