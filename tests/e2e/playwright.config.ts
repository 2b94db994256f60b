import { defineConfig } from '@playwright/test';
import { findChromium } from '../../build/scripts/find-chromium.ts';
import { findElectron } from '../../build/scripts/find-electron.ts';
import { BROWSER_FLAGS } from '#support/browser-flags.ts';

const executablePath = await findChromium();
if (!executablePath)
  throw new Error('No Chromium was found. Run `node build/scripts/ensure-browser.ts`, or set STROBE_CHROMIUM to its path.');

const hasElectron = findElectron() !== undefined;
if (!hasElectron && process.env['TEST_WORKER_INDEX'] === undefined) {
  console.log('Electron was not found: the journeys run in the browser only, not in the desktop app.');
}

/** A person's journeys, each against a station and a controller of its own. */
export default defineConfig({
  testDir: '.',
  testIgnore: hasElectron ? [] : ['desktop.spec.ts'],
  outputDir: '../../test-results',
  // Each file has a station of its own: two take turns with two cores better than one.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // A machine that has other things to do keeps whatever is waited for: these only end what never comes.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // Copies of the page at every step and pictures of every frame would be kept of none that passes, and take a tenth of the time. What was done step
    // by step is kept of a failure, with a picture of its end; `--trace on` keeps everything.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [...BROWSER_FLAGS],
    },
  },
});
