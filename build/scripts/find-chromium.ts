import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The environment of the search; tests pass another machine. */
export interface Machine {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  exists: (path: string) => boolean;
}

/** This machine. */
export const THIS_MACHINE: Machine = { platform: process.platform, env: process.env, exists: existsSync };

const LINUX_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable', 'microsoft-edge'];
/** Debian's package has the same name. */
export const HEADLESS_SHELL = 'chromium-headless-shell';
const LINUX_FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin'];
const MAC_APPS = ['Chromium', 'Google Chrome', 'Microsoft Edge'];
const WINDOWS_PATHS = ['Chromium/Application/chrome.exe', 'Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];

/** The path of an installed Chromium, Chrome or Edge: `STROBE_CHROMIUM` first, then the PATH and the usual folders. */
export function findInstalledChromium(machine: Machine = THIS_MACHINE): string | undefined {
  return candidates(machine).find((path) => machine.exists(path));
}

/**
 * The browser for tests: without windows and toolbars if there is one (Debian's `chromium-headless-shell`), which takes a sixth less time, else as
 * `findChromium`.
 */
export async function findTestBrowser(machine: Machine = THIS_MACHINE): Promise<string | undefined> {
  const chosen = machine.env['STROBE_CHROMIUM'];
  const shells = machine.platform === 'linux' && !chosen ? pathsOnLinux(machine.env, [HEADLESS_SHELL]) : [];
  return shells.find((path) => machine.exists(path)) ?? findChromium(machine);
}

/** As `findInstalledChromium`, with the browser downloaded by Playwright as the last choice. */
export async function findChromium(machine: Machine = THIS_MACHINE): Promise<string | undefined> {
  const installed = findInstalledChromium(machine);
  if (installed) return installed;
  const { chromium } = await import('playwright');
  const own = chromium.executablePath();
  return machine.exists(own) ? own : undefined;
}

function candidates({ platform, env }: Machine): string[] {
  const chosen = env['STROBE_CHROMIUM'] ? [env['STROBE_CHROMIUM']] : [];
  if (platform === 'win32') return [...chosen, ...windowsCandidates(env)];
  if (platform === 'darwin') return [...chosen, ...MAC_APPS.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)];
  return [...chosen, ...pathsOnLinux(env, LINUX_NAMES)];
}

function pathsOnLinux(env: NodeJS.ProcessEnv, names: readonly string[]): string[] {
  const folders = [...(env['PATH'] ?? '').split(delimiter).filter(Boolean), ...LINUX_FOLDERS];
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function windowsCandidates(env: NodeJS.ProcessEnv): string[] {
  const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter((root) => root !== undefined);
  return WINDOWS_PATHS.flatMap((path) => roots.map((root) => join(root, path)));
}
