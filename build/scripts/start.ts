import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DESKTOP, ensureBuilt, PAGE } from './build.ts';
import { runChild } from './child-run.ts';
import { findChromium } from './find-chromium.ts';
import { hasDisplay, obtainElectron } from './obtain-electron.ts';
import { sortFlags, type StartFlags } from './start-flags.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DESKTOP_OPENED = 'station running in the desktop app';
const STATION_OPENS = /^open it once at (http:\/\/[^\s/]+)\/#\S+$/;
/** A file that opens the page, signed in: its address would be read by every account of this computer on the browser's command line. */
const START_FILE = 'open-strobe.html';

/** The desktop app, to its end. Undefined when Electron could not open its window here, so that something else can be tried. */
async function runDesktop(electron: string, flags: StartFlags): Promise<number | undefined> {
  await ensureBuilt(DESKTOP);
  let hasOpened = false;
  const code = await runChild({
    command: electron,
    args: [ROOT, ...flags.desktop],
    onLine: (line) => (hasOpened ||= line === DESKTOP_OPENED),
  });
  return hasOpened || code === 0 || code === 2 ? code : undefined;
}

/** The same station without a shell, to its end. Its page is shown in a browser where there is a display. */
async function runHeadless(flags: StartFlags): Promise<number> {
  let closeWindow = (): void => undefined;
  const showPage = async (url: string): Promise<void> => {
    console.log(`The page is at ${url} (Ctrl-C ends the station).`);
    console.log(`Another browser of this computer is let in by ${resolve(flags.dataFolder, START_FILE)}.`);
    closeWindow = await openAppWindow(flags);
  };
  const code = await runChild({
    command: process.execPath,
    args: [join(ROOT, 'electron/headless.ts'), ...flags.station],
    onLine: (line) => {
      const url = STATION_OPENS.exec(line)?.[1];
      if (url) void showPage(url);
    },
  });
  closeWindow();
  return code;
}

/** Opens the page in a browser window of its own, with a profile of its own. Without display or browser nothing happens. */
async function openAppWindow(flags: StartFlags): Promise<() => void> {
  const nothing = (): void => undefined;
  if (!hasDisplay(process.platform, process.env)) return nothing;
  const chromium = await findChromium();
  if (!chromium) return nothing;
  const profile = resolve(flags.dataFolder, 'browser');
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const start = pathToFileURL(resolve(flags.dataFolder, START_FILE)).href;
  const window = spawn(chromium, [`--app=${start}`, `--user-data-dir=${profile}`, '--no-first-run', ...flags.browser, ...sandbox], {
    stdio: 'ignore',
  });
  window.on('error', (error) => console.log(`The browser window could not be opened: ${error.message}`));
  return () => window.kill();
}

async function start(): Promise<number> {
  const flags = sortFlags(process.argv.slice(2));
  await ensureBuilt(PAGE);
  const electron = obtainElectron();
  if ('path' in electron) {
    const code = await runDesktop(electron.path, flags);
    if (code !== undefined) return code;
  }
  const reason = 'missing' in electron ? electron.missing : 'its window could not be opened';
  console.log(`Electron is not available (${reason}), so the station runs headless.`);
  return runHeadless(flags);
}

process.exitCode = await start();
