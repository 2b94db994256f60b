import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The files of an Electron folder for Linux that the packager moves or looks for. */
const FILES = {
  electron:
    '#!/bin/sh\necho "This folder was packaged with a stand-in for Electron: it shows the contents of a package and cannot run." >&2\nexit 1\n',
  'chrome-sandbox': '',
  LICENSE: 'A stand-in for the licence of Electron.\n',
  'LICENSES.chromium.html': '<p>A stand-in for the licences of Chromium.</p>\n',
  'locales/en-US.pak': '',
  'resources/default_app.asar': '',
};

/** Makes a folder with the shape of an Electron for Linux, for machines that have none: what is packed into it can be checked. */
export function makeStandInElectron(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  chmodSync(join(folder, 'electron'), 0o755);
  return folder;
}
