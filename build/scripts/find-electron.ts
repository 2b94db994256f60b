import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the `electron` package lies; it holds the binary once that was downloaded. */
export const ELECTRON_PACKAGE = fileURLToPath(new URL('../../node_modules/electron', import.meta.url));

export interface ElectronPlace {
  env: NodeJS.ProcessEnv;
  /** Folder of the `electron` package. */
  packageFolder: string;
}

/**
 * The path of a real Electron binary: in the folder named by `ELECTRON_OVERRIDE_DIST_PATH`, else where the `electron` package
 * downloads it. Undefined when there is none. Never downloads: the package's own entry point would.
 */
export function findElectron({ env, packageFolder }: ElectronPlace = { env: process.env, packageFolder: ELECTRON_PACKAGE }) {
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH'] || join(packageFolder, 'dist');
  const names = [recordedName(packageFolder), 'electron', 'electron.exe', 'Electron.app/Contents/MacOS/Electron'];
  return names
    .filter((name) => name !== undefined)
    .map((name) => join(folder, name))
    .find((path) => existsSync(path));
}

/** The executable's name as the package's download recorded it. */
function recordedName(packageFolder: string): string | undefined {
  const file = join(packageFolder, 'path.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
