import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ELECTRON_PACKAGE, findElectron } from './find-electron.ts';

const DOWNLOAD_LIMIT = 60_000;

/** The Electron of this machine, or why there is none. */
export type ObtainedElectron = { path: string } | { missing: string };

/** What looking for Electron depends on; passed in so that a test needs neither display nor network. */
export interface ElectronSeeker {
  find: () => string | undefined;
  hasDisplay: boolean;
  /** Lets the package fetch its binary within a limit. */
  download: () => void;
}

/** Finds Electron, and lets its package download it once where a window could be opened at all. Takes a minute at the most. */
export function obtainElectron(seeker: ElectronSeeker = thisMachine()): ObtainedElectron {
  if (!seeker.hasDisplay) return { missing: 'there is no display' };
  const found = seeker.find();
  if (found) return { path: found };
  seeker.download();
  const downloaded = seeker.find();
  return downloaded ? { path: downloaded } : { missing: 'its binary is not installed and could not be downloaded' };
}

/** Tells whether a window can be opened from here. */
export function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  return platform === 'win32' || platform === 'darwin' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

function thisMachine(): ElectronSeeker {
  return {
    find: () => findElectron(),
    hasDisplay: hasDisplay(process.platform, process.env),
    download: () => {
      if (process.env['ELECTRON_SKIP_BINARY_DOWNLOAD']) return;
      console.log('Electron is not here yet; trying to download it (a minute at the most).');
      spawnSync(process.execPath, [join(ELECTRON_PACKAGE, 'install.js')], {
        stdio: 'ignore',
        timeout: DOWNLOAD_LIMIT,
        killSignal: 'SIGKILL',
      });
    },
  };
}
