import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The fuses of the stand-in as Electron sets them: mark, version of the list, their number, and their states. The packager flips them as real ones. */
const FUSE_WIRE = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0008' + '10110001';

/** The files of an Electron folder for Linux that the packager needs. */
const FILES = {
  electron:
    '#!/bin/sh\necho "This folder was packaged with a stand-in for Electron: it shows the contents of a package and cannot run." >&2\nexit 1\n' +
    `# ${FUSE_WIRE}\n`,
  'chrome-sandbox': '',
  LICENSE: 'A stand-in for the licence of Electron.\n',
  'LICENSES.chromium.html': '<p>A stand-in for the licences of Chromium.</p>\n',
  'locales/en-US.pak': '',
  'resources/default_app.asar': '',
};

/** Creates a folder in the layout of Electron for Linux, so that the contents of a package can be checked on machines without Electron. */
export function makeStandInElectron(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  chmodSync(join(folder, 'electron'), 0o755);
  return folder;
}
