import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findChromium } from './find-chromium.ts';

const INSTALL_LIMIT = 10 * 60_000;

/** What installs a browser here; passed in so that a test needs no root and no network. */
export interface Installer {
  find: () => Promise<string | undefined>;
  canInstall: () => boolean;
  /** Runs one command to its end and tells whether it succeeded. */
  run: (command: string, parameters: string[]) => boolean;
  say: (line: string) => void;
}

/** The path of a browser, installed first where root on Debian allows it. Throws a sentence that says what to install otherwise. */
export async function ensureBrowser(installer: Installer = debian): Promise<string> {
  const found = await installer.find();
  if (found) return found;
  if (installer.canInstall()) {
    installer.say('No Chromium, Chrome or Edge is installed; installing Debian’s chromium.');
    const isInstalled =
      installer.run('apt-get', ['update']) && installer.run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
    const browser = isInstalled ? await installer.find() : undefined;
    if (browser) return browser;
    throw new Error('Debian’s chromium could not be installed: run `apt-get update && apt-get install chromium` and see what it says.');
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
