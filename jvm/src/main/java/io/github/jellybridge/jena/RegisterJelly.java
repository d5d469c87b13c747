package io.github.jellybridge.jena;

import eu.neverblink.jelly.convert.jena.riot.JellyLanguage;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.system.StreamRDFWriter;
import org.apache.jena.sys.JenaSubsystemLifecycle;

/**
 * Makes Jelly known to RIOT when Jena starts: what jelly-jvm's own class does, in whose place this
 * is in our jar.
 *
 * <p>Jelly's registration needs the registry of stream writers. If the first class of Jena that a
 * program uses is {@link StreamRDFWriter}, then Jena starts while that class has no registry yet;
 * it could not be used in that process again. So registration waits for it then. Who names {@link
 * JellyLanguage} meanwhile registers Jelly by that.
 */
public final class RegisterJelly implements JenaSubsystemLifecycle {
  /** Behind RIOT and ARQ, as jelly-jvm has it. */
  private static final int LEVEL = 501;

  @Override
  public void start() {
    if (knowsStreamWriters()) {
      JellyLanguage.register();
      return;
    }
    // Waits at its first step until this thread has made that class ready.
    Thread later = new Thread(RegisterJelly::registerLater, "jelly-bridge-register");
    later.setDaemon(true);
    later.start();
  }

  private static void registerLater() {
    if (knowsStreamWriters()) {
      JellyLanguage.register();
    }
  }

  private static boolean knowsStreamWriters() {
    try {
      return StreamRDFWriter.registered(Lang.NTRIPLES);
    } catch (NullPointerException e) {
      return false;
    }
  }

  @Override
  public void stop() {
    // Nothing to give back.
  }

  @Override
  public int level() {
    return LEVEL;
  }
}
