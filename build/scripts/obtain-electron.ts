import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ELECTRON_PACKAGE, findElectron } from './find-electron.ts';

const DOWNLOAD_LIMIT = 60_000;

/** The Electron of this machine, or why there is none. */
export type ObtainedElectron = { path: string } | { missing: string };

/** The environment of the search; tests pass another to need neither display nor network. */
export interface ElectronSeeker {
  find: () => string | undefined;
  hasDisplay: boolean;
  /** Makes the package download its binary within a time limit. */
  download: () => void;
}

/** Finds Electron; if a window could be opened, lets its package download it once. Takes at most a minute. */
export function obtainElectron(seeker: ElectronSeeker = thisMachine()): ObtainedElectron {
  if (!seeker.hasDisplay) return { missing: 'there is no display' };
  const found = seeker.find();
  if (found) return { path: found };
  seeker.download();
  const downloaded = seeker.find();
  return downloaded ? { path: downloaded } : { missing: 'its binary is not installed and could not be downloaded' };
}

/** Whether a window can be opened from this process. */
export function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  return platform === 'win32' || platform === 'darwin' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

function thisMachine(): ElectronSeeker {
  return {
    find: () => findElectron(),
    hasDisplay: hasDisplay(process.platform, process.env),
    download: () => {
      if (process.env['ELECTRON_SKIP_BINARY_DOWNLOAD']) return;
      console.log('Electron is not installed; trying to download it (takes at most a minute).');
      spawnSync(process.execPath, [join(ELECTRON_PACKAGE, 'install.js')], {
        stdio: 'ignore',
        timeout: DOWNLOAD_LIMIT,
        killSignal: 'SIGKILL',
      });
    },
  };
}
