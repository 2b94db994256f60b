#!/bin/sh
# The session of the kiosk in its X server: a window manager, which gives the page the whole screen and the keyboard, and the browser.
set -eu
openbox &
exec /usr/bin/strobe kiosk "$@"
