import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findChromium, HEADLESS_SHELL } from './find-chromium.ts';

const INSTALL_LIMIT = 10 * 60_000;

/** The commands that install a browser; tests pass others to need neither root nor a network. */
export interface Installer {
  find: () => Promise<string | undefined>;
  canInstall: () => boolean;
  /** Runs a command to its end; returns whether it succeeded. */
  run: (command: string, parameters: string[]) => boolean;
  say: (line: string) => void;
}

/** The path of a browser. If there is none, installs one as root on Debian; otherwise throws an Error that says what to install. */
export async function ensureBrowser(installer: Installer = debian): Promise<string> {
  const found = await installer.find();
  if (found) return found;
  if (installer.canInstall()) {
    installer.say('No Chromium, Chrome or Edge is installed; installing Debian’s chromium.');
    const install = (name: string) => installer.run('apt-get', ['install', '-y', '--no-install-recommends', name]);
    const isInstalled = installer.run('apt-get', ['update']) && install('chromium');
    // Older releases lack it; tests then use the browser with its windows.
    if (isInstalled) install(HEADLESS_SHELL);
    const browser = isInstalled ? await installer.find() : undefined;
    if (browser) return browser;
    throw new Error('Debian’s chromium could not be installed: run `apt-get update && apt-get install chromium` for the reason.');
  }
  throw new Error(
    'No browser was found: install Chromium, Chrome or Edge (on Debian: `sudo apt-get install chromium`), or name one in STROBE_CHROMIUM.',
  );
}

const debian: Installer = {
  find: () => findChromium(),
  canInstall: () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'),
  run: (command, parameters) =>
    spawnSync(command, parameters, {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: INSTALL_LIMIT,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0,
  say: (line) => console.log(line),
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(`browser: ${await ensureBrowser()}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
