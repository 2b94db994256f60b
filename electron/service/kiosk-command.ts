import { homedir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './find-browser.ts';
import { InstalledCommandError, type InstalledCommand } from './installed-command.ts';
import { runKiosk } from './kiosk.ts';

/** `strobe kiosk`: shows the page on a screen of its own until a signal ends it. Throws an `InstalledCommandError` when no browser is installed. */
export async function runKioskCommand({
  startFile,
  browser = findBrowser(),
  profile,
  flags,
}: Extract<InstalledCommand, { kind: 'kiosk' }>): Promise<void> {
  if (browser === undefined)
    throw new InstalledCommandError('no browser is installed: run `apt install chromium`, or name one with --browser');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  await runKiosk({
    ...{ startFile, browser, flags, signal: stop.signal },
    profile: profile ?? join(homedir(), '.strobe-kiosk'),
    say: (line) => console.error(line),
  });
}
