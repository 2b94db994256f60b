import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the `electron` package; contains the binary after it was downloaded. */
export const ELECTRON_PACKAGE = fileURLToPath(new URL('../../node_modules/electron', import.meta.url));

/** Where to look for Electron. */
export interface ElectronPlace {
  env: NodeJS.ProcessEnv;
  /** Folder of the `electron` package. */
  packageFolder: string;
}

/**
 * The path of a real Electron binary: in the folder named by `ELECTRON_OVERRIDE_DIST_PATH`, otherwise in the `electron` package. Undefined
 * if there is none. Never downloads it, unlike the entry point of the package.
 */
export function findElectron({ env, packageFolder }: ElectronPlace = { env: process.env, packageFolder: ELECTRON_PACKAGE }) {
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH'] || join(packageFolder, 'dist');
  const names = [recordedName(packageFolder), 'electron', 'electron.exe', 'Electron.app/Contents/MacOS/Electron'];
  return names
    .filter((name) => name !== undefined)
    .map((name) => join(folder, name))
    .find((path) => existsSync(path));
}

/** The name of the executable as recorded by the package's download. */
function recordedName(packageFolder: string): string | undefined {
  const file = join(packageFolder, 'path.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
