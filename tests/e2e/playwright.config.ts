import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findTestBrowser } from '../../build/scripts/find-chromium.ts';
import { findElectron } from '../../build/scripts/find-electron.ts';
import { BROWSER_FLAGS } from '#support/browser-flags.ts';

const executablePath = await findTestBrowser();
if (!executablePath)
  throw new Error('No Chromium was found. Run `node build/scripts/ensure-browser.ts`, or set STROBE_CHROMIUM to its path.');

const hasElectron = findElectron() !== undefined;
if (!hasElectron && process.env['TEST_WORKER_INDEX'] === undefined) {
  console.log('Electron was not found: the journeys run in the browser only, not in the desktop app.');
}

/** A browser waits for the station and the controller, and they for it, about half of the time. */
const WORKERS_PER_CORE = 2;

/** User journeys, each against its own station and controller. */
export default defineConfig({
  testDir: '.',
  testIgnore: hasElectron ? [] : ['desktop.spec.ts'],
  outputDir: '../../test-results',
  // Each file has its own station.
  workers: Math.ceil(WORKERS_PER_CORE * availableParallelism()),
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // A step that hangs fails after 30 s and is named. A whole test may take longer, because some load dozens of pages.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // Snapshots of every step would be discarded for passing tests and take a tenth of the time. Failures keep their steps and a final
    // picture; `--trace on` records everything.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [...BROWSER_FLAGS],
    },
  },
});
