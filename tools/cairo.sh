#!/bin/sh
# CairoSVG draws with the cairo library, which pip cannot bring along. Usage: cairo.sh PYTHON
python=$1
works() { "$python" -c 'import cairocffi' 2>/dev/null; }

works && exit 0
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    apt-get update -q >/dev/null && apt-get install -y -q libcairo2 >/dev/null
elif command -v brew >/dev/null 2>&1; then
    brew install --quiet cairo
fi
works && exit 0
echo "The cairo library is missing: install libcairo2 (Debian, Ubuntu), cairo (Fedora, Arch, Homebrew) or gtk3 (Windows), then run make again." >&2
exit 1
