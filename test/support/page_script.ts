/** Shell functions that replace commands of a page: long-running commands, and commands with no effect in a test. */
const functions = `
set -euo pipefail
set -m
log=$(mktemp)
server=
trap 'if [ -n "$server" ]; then kill -KILL -- "-$server"; fi; rm -f "$log"' EXIT

# Starts a server and waits until it is ready.
serve() {
  finish
  eval "exec env $1" >"$log" 2>&1 &
  server=$!
  until command curl --silent --fail --output /dev/null "http://127.0.0.1:$PORT/readyz"; do
    kill -0 "$server" || { cat "$log"; exit 1; }
    sleep 0.1
  done
}
# Ends the server in order, by a signal to its whole process group; its parents may end before it.
finish() {
  if [ -z "$server" ]; then return 0; fi
  kill -TERM -- "-$server"
  wait "$server" || true
  server=
  for ((looks = 0; looks < 300; looks++)); do
    if grep --quiet 'The shutdown is complete' "$log"; then return 0; fi
    sleep 0.1
  done
  cat "$log"
  exit 1
}
# Succeeds if a command fails with exit code 1.
refused() {
  local code=0
  "$@" || code=$?
  [ "$code" = 1 ]
}
curl() { command curl --silent --show-error --fail "$@"; }
`;

const serves = /(?:npm start|lectern start|main\.js start)(?: --workers \d+)?$/;

/** Returns a bash script that runs the commands of a block and ends at the first failing command. */
export function scriptOf(text: string, { withServer }: { withServer: boolean }): string {
  const lines = text.replaceAll('\\\n', ' ').trim().split('\n');
  const first = withServer ? [`serve 'node dist/core/cli/main.js start'`] : [];
  return [functions, ...first, ...lines.map(lineOf), 'finish'].join('\n');
}

function lineOf(line: string): string {
  const command = line.replace(/\s+#.*$/, '').trim();
  return serves.test(command) ? `serve '${command}'` : command;
}
