#!/bin/sh
# Ends with what is missing before the first check does, where packages or what their scripts build are not there.
set -eu
cd "$(dirname "$0")/../.."
if [ ! -d node_modules ]; then
  echo 'The packages are not installed: run "npm ci" first.' >&2
elif [ ! -x node_modules/.bin/node ]; then
  echo "Tidemill's own Node.js is missing: install the optional packages too (\"npm ci --include=optional\")." >&2
elif [ ! -x node_modules/.bin/tsc ]; then
  echo 'The packages of developers are missing: install them too ("npm ci --include=dev").' >&2
elif [ ! -f console/dist/index.html ]; then
  echo 'The web console is not built, because npm ran no scripts: run "npm run build -w console" first.' >&2
else
  exit 0
fi
exit 1
