import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Browser } from 'playwright';
import { signInTo, type SignedIn } from '../../tests/support/sign-in.ts';
import { findChromium } from './find-chromium.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface PicturedStation {
  /** Of a browser that is signed in. */
  cookie: SignedIn['cookie'];
  /** Of the page. */
  address: string;
  /** Of the controller of its own, once that runs. */
  controller: () => string;
}

/** What pictures of the page are taken of: a station with the samples of a first start, and a browser. Both end with `take`. */
export async function withStation(take: (browser: Browser, station: PicturedStation) => Promise<void>): Promise<void> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium was found: run `node build/scripts/ensure-browser.ts` first.');
  const folder = mkdtempSync(join(tmpdir(), 'strobe-pictures-'));
  const flags = ['--data', folder, '--port', '0', '--controller-port', '0'];
  const station = spawn(process.execPath, [join(ROOT, 'electron/headless.ts'), ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  try {
    const [line] = (await once(createInterface(station.stdout), 'line')) as [string];
    const { cookie } = await signInTo(folder);
    await take(browser, {
      cookie,
      address: line.replace('station listening on ', ''),
      controller: () => (JSON.parse(readFileSync(join(folder, 'controller/controller.json'), 'utf8')) as { url: string }).url,
    });
  } finally {
    await browser.close();
    station.kill('SIGTERM');
    await once(station, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}
