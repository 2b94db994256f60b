import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { crashesOf } from './page-crashes.ts';

export interface KioskOptions {
  /** The start file of the station (`--kiosk-file`), which opens its page and signs the browser in. */
  startFile: string;
  /** The program of the browser: Chromium, Chrome or Edge. */
  browser: string;
  /** Folder of the browser's profile. */
  profile: string;
  /** Further flags of the browser. */
  flags: readonly string[];
  say: (line: string) => void;
  signal: AbortSignal;
}

const POLL_INTERVAL = 250;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;
/** A browser that ran for so many milliseconds was well: the next pause is the first one again. */
const HEALTHY_AFTER = 60_000;

/**
 * The page alone, without tabs, address line and dialogs. No flag turns the browser's sandbox off. Meaning of the flags: Chromium's list of command line
 * switches.
 */
const KIOSK_FLAGS: readonly string[] = [
  ...['--kiosk', '--no-first-run', '--no-default-browser-check', '--noerrdialogs', '--disable-session-crashed-bubble'],
  ...['--disable-component-update', '--disable-background-networking', '--disable-sync', '--disable-features=Translate'],
  ...['--password-store=basic', '--overscroll-history-navigation=0', '--disable-pinch', '--start-fullscreen'],
  // Crashes of the page are heard of over a pipe; a port would be open to other programs.
  '--remote-debugging-pipe',
];

/** Shows the page of the station on a screen of its own until `signal` is aborted: starts the browser again when it, or the page in it, crashes. */
export async function runKiosk(options: KioskOptions): Promise<void> {
  let pause = FIRST_PAUSE;
  while (!options.signal.aborted) {
    await startFileOf(options);
    if (options.signal.aborted) return;
    const started = performance.now();
    const reason = await runBrowser(options);
    if (options.signal.aborted) return;
    pause = performance.now() - started > HEALTHY_AFTER ? FIRST_PAUSE : Math.min(pause * 2, LONGEST_PAUSE);
    options.say(`kiosk: ${reason}; it is started again`);
    await wait(pause, undefined, { signal: options.signal }).catch(() => undefined);
  }
}

/** Waits for the station, which may start later than the screen. */
async function startFileOf({ startFile, signal, say }: KioskOptions): Promise<void> {
  if (existsSync(startFile)) return;
  say('kiosk: waiting for the station');
  while (!existsSync(startFile) && !signal.aborted) await wait(POLL_INTERVAL, undefined, { signal }).catch(() => undefined);
}

/** Resolves with the reason when the browser has ended. */
async function runBrowser({ startFile, browser, profile, flags, signal, say }: KioskOptions): Promise<string> {
  const all = [...KIOSK_FLAGS, ...flags, `--user-data-dir=${profile}`, `--app=file://${startFile}`];
  // Pipes 3 and 4 are those of the remote debugging.
  const child = spawn(browser, all, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true });
  const end = (): void => killGroup(child);
  signal.addEventListener('abort', end, { once: true });
  say(`kiosk: ${browser} shows the page`);
  try {
    const [, , , commands, events] = child.stdio;
    return await Promise.race([
      new Promise<string>((resolve) => {
        child.once('exit', (code, name) => resolve(`the browser ended (${name ?? `exit code ${code}`})`));
        child.once('error', (error) => resolve(`the browser cannot be started: ${error.message}`));
      }),
      crashesOf({ commands: commands as Writable, events: events as Readable }),
    ]);
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

/** Ends the browser with all its processes. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
