import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium, type Page } from 'playwright';
import { findChromium } from '../../build/scripts/find-chromium.ts';
import { BROWSER_FLAGS } from './browser-flags.ts';
import { ownChild } from './own-children.ts';

const LISTENING = /^DevTools listening on (ws:\S+)$/;

/** A browser with a persistent profile, in its own process group. */
export interface KillableBrowser {
  page: Page;
  /** Kills all its processes, and resolves with the time of the kill. A second call does nothing. */
  kill(): Promise<number>;
}

/** Starts a browser with its profile in this folder. Rejects when no browser is installed or it does not start. */
export async function openKillableBrowser(profile: string): Promise<KillableBrowser> {
  const executable = await findChromium();
  if (!executable)
    throw new Error('No Chromium was found. Run `node build/scripts/ensure-browser.ts`, or set STROBE_CHROMIUM to its path.');
  const flags = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...BROWSER_FLAGS, 'about:blank'];
  const child = ownChild(spawn(executable, flags, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] }));
  const exit = once(child, 'exit');
  const kill = async (): Promise<number> => {
    const moment = Date.now();
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await exit;
    return moment;
  };
  try {
    const said: string[] = [];
    const address = await new Promise<string>((resolve, reject) => {
      createInterface(child.stderr!).on('line', (line) => {
        said.push(line);
        const found = LISTENING.exec(line)?.[1];
        if (found) resolve(found);
      });
      exit.then(() => reject(new Error(`the browser did not start: ${said.join('\n')}`)), reject);
    });
    const browser = await chromium.connectOverCDP(address);
    const [context] = browser.contexts();
    const page = context?.pages()[0] ?? (await context?.newPage());
    if (!page) throw new Error('the browser has no window');
    return { page, kill };
  } catch (error) {
    await kill();
    throw error;
  }
}
