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

/** The station of a screenshot. */
export interface ScreenshotStation {
  /** Session cookie of a signed-in browser. */
  cookie: SignedIn['cookie'];
  /** Address of the page. */
  address: string;
  /** Address of the station's own controller, available once it runs. */
  controller: () => string;
}

/** Runs `take` with a browser and a station that has the samples of a first start; stops both afterwards. */
export async function withStation(take: (browser: Browser, station: ScreenshotStation) => Promise<void>): Promise<void> {
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
