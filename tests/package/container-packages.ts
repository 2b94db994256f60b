/** What a line PC has before Strobe is installed: Debian with systemd, what the documents use, and what the screen of a line needs, with an X server that needs no device. */
export const CONTAINER_PACKAGES: readonly string[] = [
  ...['systemd', 'systemd-sysv', 'dbus', 'adduser', 'init-system-helpers', 'libstdc++6', 'curl', 'man-db'],
  ...['chromium', 'xinit', 'xserver-xorg', 'xvfb', 'openbox'],
];
