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
 * The settings of Hadoop that the user has made for Spark: those in files of Hadoop on the class
 * path, and {@code spark.hadoop.*} of {@code spark-defaults.conf}.
 */
final class HadoopSettings {
  /** System property: the path of {@code spark-defaults.conf}, which need not be there. */
  private static final String FILE = "jelly-bridge.settings";

  private static final String PREFIX = "spark.hadoop.";

  private HadoopSettings() {}

  /**
   * Loads the settings. A path without a scheme means a file of this machine, as in other commands.
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
   * Names the user to Hadoop where the system has no name for it, as in containers that run under
   * any number: else no file would be opened, not even of this machine.
   */
  static void nameUser() {
    try {
      UserGroupInformation.getLoginUser();
    } catch (IOException e) {
      // Of Kerberos, each file that is opened tells.
      if (!UserGroupInformation.isSecurityEnabled()) {
        UserGroupInformation.setLoginUser(
            UserGroupInformation.createRemoteUser(System.getProperty("user.name")));
      }
    }
  }

  private static Properties read(Path file) throws IOException {
    Properties properties = new Properties();
    // As Spark does, which does not mind comments in another encoding.
    try (var in = new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8)) {
      properties.load(in);
    } catch (NoSuchFileException e) {
      // Most have none.
    }
    return properties;
  }
}
