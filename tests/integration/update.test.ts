import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TRIAL_PROGRAMS } from '#support/update/trial-packages.ts';
import { UpdateSite } from '#support/update/update-site.ts';
import type { ControllerState } from '#updates/controller-client.ts';
import { requireTool } from '#updates/run-tool.ts';
import { runUpdateCommand } from '#updates/update-command.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../faults/lines.ts';
import { LedgerFile } from '../faults/ledger-file.ts';

const LINES: readonly LineSetup[] = [{ printer: 'Line 1', counter: 'Serial', lineSpeed: 2_400, bufferDepth: 8, isColor: false }];
/** Packages are made of the bundled programs, and installed by dpkg into a folder. */
const IS_POSSIBLE = existsSync('/usr/bin/dpkg-deb') && existsSync(join(TRIAL_PROGRAMS, 'controller.js'));

let site: UpdateSite;
beforeEach(async () => {
  site = new UpdateSite();
  site.prepare();
  await requireTool('dpkg', [...site.dpkgOptions, '--force-not-root', '--install', await site.packages.make({ version: '0.1.1' })]);
  await furnishFolder(site.folders.controller, LINES);
  await site.services.start();
  await answering();
  await selectSerials(url(), LINES);
  await print();
});
afterEach(() => site.dispose());

const url = (): string => (JSON.parse(readFileSync(join(site.folders.controller, 'controller.json'), 'utf8')) as { url: string }).url;

/** What the controller says when it has drawn its labels. */
async function answering(): Promise<ControllerState> {
  const { controller } = site.io();
  for (;;) {
    const state = await controller.report();
    if (state?.waitingLabels === 0) return state;
    await wait(50);
  }
}

/** Makes a print with the next serial number. */
async function print(): Promise<void> {
  const response = await fetch(`${printerUrl(url(), 'Line 1')}/trigger`, { method: 'POST' });
  expect(await response.json()).toMatchObject({ result: 'printing' });
}

const serials = (): string[] => new LedgerFile(site.folders.controller).prints(1).flatMap((one) => one.serials);

async function update(version: string, how: { crashes?: boolean; drawsDifferently?: boolean; addedTables?: number } = {}): Promise<string> {
  site.request(await site.packages.make({ version, ...how }), { id: `to-${version.replaceAll('.', '-')}` });
  expect(await runUpdateCommand(['apply'], site.io())).toBe(0);
  return (JSON.parse(readFileSync(join(site.folders.root, 'record.json'), 'utf8')) as { stage: string }).stage;
}

describe.skipIf(!IS_POSSIBLE)('a computer that prints serial numbers', () => {
  it('prints on with a new version, and with the one before after a version that crashes', async () => {
    expect(await update('0.1.2')).toBe('done');
    expect(await answering()).toMatchObject({ version: '0.1.2', reasons: [] });
    await print();
    expect(await update('0.1.3', { crashes: true })).toBe('rolled-back');
    expect(await answering()).toMatchObject({ version: '0.1.2', reasons: [] });
    await print();
    expect(serials()).toEqual(['Serial=1', 'Serial=2', 'Serial=3']);
  });

  it('gets its old database back, without a question, when a new version has changed it and draws a dot differently', async () => {
    expect(await update('0.1.2', { addedTables: 1, drawsDifferently: true })).toBe('rolled-back');
    expect(await answering()).toMatchObject({ version: '0.1.1', reasons: [], openLabels: [] });
    await print();
    expect(serials()).toEqual(['Serial=1', 'Serial=2']);
  });
});
