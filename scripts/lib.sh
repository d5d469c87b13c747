# Shell functions that every script of the project shares; source it, don't run it.
# shellcheck shell=bash
#
#   ROOT VERSION JAR      the checkout, its version, the jar that `gradle build` makes
#   PYTHON PYTHON_SPARK40 interpreters of the two virtual environments
#   usage                 print the comment at the start of the script
#   ensure_setup          install missing dependencies
#   ensure_jar            build the jar when a source is newer than it, and give it to the Python package
#   spark_bench_classpath class path of the benchmarks and the demo: bench classes, our jar, the newest Spark
#   java_main KIND CLASS… run one of our Java main classes; KIND is `bench` (no Spark) or `test` (with Spark)

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
VERSION=$(<"$ROOT/VERSION")
JAR=$ROOT/build/libs/jelly-bridge-$VERSION.jar
# shellcheck disable=SC2034  # used by the scripts that source this file
PYTHON=$ROOT/.venv/bin/python
# shellcheck disable=SC2034
PYTHON_SPARK40=$ROOT/.venv-spark40/bin/python

# Our programs listen on this machine only, and connect to no other.
export SPARK_LOCAL_IP=127.0.0.1

# say TEXT…: progress for people, on stderr so that stdout stays data.
say() { printf '%s\n' "$*" >&2; }

# die TEXT…: prints one line of error and exits with 1.
die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# usage: prints the comment at the start of the script.
usage() { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"; }

# newer_than FILE PATH…: true if FILE is missing or any file in a PATH is newer than it.
newer_than() {
  local file=$1 path
  shift
  [ -e "$file" ] || return 0
  for path in "$@"; do
    if [ -e "$path" ] && [ -n "$(find "$path" -newer "$file" -not -path '*/build/*' -not -path '*/.gradle/*' -print -quit)" ]; then
      return 0
    fi
  done
  return 1
}

# run_gradle ARG…: runs Gradle in the checkout, without a daemon.
run_gradle() {
  command -v gradle >/dev/null || die "gradle is missing: run scripts/setup"
  # Debian's start script prints the Java version each time.
  (cd "$ROOT" && gradle --no-daemon --console=plain "$@" 2> >(grep -vE '^(openjdk version|OpenJDK )' >&2))
}

ensure_setup() { "$ROOT/scripts/setup" --quiet; }

# jar_sources: lists the files and folders that the jar is built from.
jar_sources() {
  printf '%s\n' "$ROOT/VERSION" "$ROOT/build.gradle" "$ROOT/settings.gradle" "$ROOT/buildSrc"
  printf '%s\n' "$ROOT"/jvm/*/src/main "$ROOT"/jvm/*/build.gradle "$ROOT"/python/jelly_bridge/*.sql
}

ensure_jar() {
  local sources
  mapfile -t sources < <(jar_sources)
  if newer_than "$JAR" "${sources[@]}"; then
    say "building $(basename "$JAR")"
    run_gradle -q assemble >&2
    touch "$JAR"
  fi
  publish_jar
}

# publish_jar: copies the jar to the folder where the Python package of an editable install looks for it.
publish_jar() {
  local folder=$ROOT/python/jelly_bridge/jars
  mkdir -p "$folder"
  find "$folder" -name 'jelly-bridge-*.jar' -not -name "$(basename "$JAR")" -delete
  cmp -s "$JAR" "$folder/$(basename "$JAR")" || cp "$JAR" "$folder/"
}

# java_classpath KIND: prints the class path of `bench` (bench classes, our classes, Jena, jelly-jvm; no Spark) or of
# `test` (the same, the tests, the generated protobuf classes and Spark). Compiles outdated classes.
java_classpath() {
  local kind=$1 folder=$ROOT/build/runtime/$1 sources
  mapfile -t sources < <(jar_sources)
  [ "$kind" = bench ] || sources+=("$ROOT"/jvm/*/src/test "$ROOT/proto")
  if newer_than "$folder/.stamp" "${sources[@]}"; then
    run_gradle -q "${kind}Runtime" >&2
    touch "$folder/.stamp"
  fi
  printf '%s' "$(printf '%s:' "$folder"/classes/*)$folder/lib/*"
}

# spark_bench_classpath: prints the class path of programs that use Spark as users do: the bench classes, the jar that
# users get, and the newest Spark of .venv. Compiles outdated classes.
spark_bench_classpath() {
  local spark
  java_classpath bench >/dev/null
  spark=$("$PYTHON" -c 'import importlib.util as u; print(*u.find_spec("pyspark").submodule_search_locations)')
  printf '%s' "$ROOT/build/runtime/bench/classes/bench:$JAR:$spark/jars/*"
}

# java_main KIND CLASS ARG…: runs a main class. JELLY_BRIDGE_JAVA_OPTS holds JVM flags (default: -Xmx2g).
java_main() {
  local kind=$1 classpath opts
  shift
  classpath=$(java_classpath "$kind")
  read -ra opts <<<"${JELLY_BRIDGE_JAVA_OPTS:--Xmx2g}"
  mapfile -t -O "${#opts[@]}" opts <"$ROOT/scripts/spark-jvm-flags"
  java "${opts[@]}" -cp "$classpath" "$@"
}
