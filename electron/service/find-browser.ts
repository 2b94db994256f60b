import { accessSync, constants } from 'node:fs';

/** In this order: Debian's, and those of other makers. */
const BROWSERS: readonly string[] = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/microsoft-edge'];

/** The installed browser for the kiosk; undefined when there is none. */
export function findBrowser(browsers: readonly string[] = BROWSERS): string | undefined {
  return browsers.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
