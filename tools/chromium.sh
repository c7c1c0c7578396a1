#!/bin/sh
# The tests of the pages drive a Chromium, which pip cannot bring along; without one they are skipped. Usage: chromium.sh
works() { command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1; }

works && exit 0
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    apt-get update -q >/dev/null && apt-get install -y -q chromium >/dev/null
elif command -v brew >/dev/null 2>&1; then
    brew install --quiet --cask chromium
fi
works || echo "There is no Chromium here: the tests that drive a browser are skipped. Debian's package is called chromium." >&2
exit 0
