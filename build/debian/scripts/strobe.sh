#!/bin/sh
# The command of the package: runs the programs with the Node that comes with it.
set -eu
program=/usr/lib/strobe
flags=
# The controller's young generation is small and its heap grows slowly, so that a flood of requests takes little memory. The first collection waits for 64 MiB.
if [ "${1:-}" = controller ]; then flags='--max-semi-space-size=8 --heap-growing-percent=50 --initial-heap-size=64'; fi
# Without quotes: several flags.
# shellcheck disable=SC2086
exec "$program/bin/node" $flags "$program/dist/programs/strobe.js" "$@"
