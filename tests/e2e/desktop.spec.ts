import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, test } from '@playwright/test';
import { findElectron } from '../../build/scripts/find-electron.ts';
import { mainJob } from './journeys/main-job.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Runs only with an Electron binary; without one the configuration excludes this file and reports it. */
test('the desktop app: a product is imported, searched, seen, selected and printed three times', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'strobe-desktop-'));
  const isRoot = process.getuid?.() === 0;
  const args = [...(isRoot ? ['--no-sandbox'] : []), ROOT, '--data', folder, '--controller-port', '0'];
  const desktop = await _electron.launch({ executablePath: findElectron(), args });
  try {
    await mainJob(await desktop.firstWindow());
  } finally {
    await desktop.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
