import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LabelPutRequest } from '#controller/printing/label-changes.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

const LINE = 'Line 1';

describe('a job whose label is changed', () => {
  let folder: string;
  let rig: PrintingRig;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'strobe-label-changes-'));
    rig = await PrintingRig.build({ virtualPrinters: 3 }, join(folder, 'controller.db'));
    await put('one');
  });
  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const put = (text: string, request?: LabelPutRequest, name = 'Case') => rig.controller.labelChanges.put(name, textLabel(text), request);
  const job = async (printer = LINE) => (await rig.controller.printing.status(printer)).job;
  /** The label and the version of every print, oldest first. */
  const printed = async () => (await rig.prints()).map(({ label, labelRevision }) => `${label} ${labelRevision}`);

  async function print(count = 1, printer = LINE): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      await rig.trigger(printer);
      await rig.finishPrints();
    }
  }

  it('prints the version of its selection, and says that there is a newer one', async () => {
    await rig.select({ labelName: 'Case' });
    expect(await job()).not.toHaveProperty('newerRevision');
    const before = (await rig.controller.printing.nextPicture(LINE)).hash;
    await put('two');
    await print();
    expect(await printed()).toEqual(['Case 1']);
    expect(await job()).toMatchObject({ revision: 1, newerRevision: 2 });
    expect((await rig.controller.printing.nextPicture(LINE)).hash).toBe(before);
  });

  it('prints the version of its selection after a restart', async () => {
    await rig.select({ labelName: 'Case' });
    await put('two');
    await rig.restart({ virtualPrinters: 3 });
    await print();
    expect([await printed(), (await job())?.revision]).toEqual([['Case 1'], 1]);
  });

  it('prints the newest version when it is selected again', async () => {
    await rig.select({ labelName: 'Case' });
    await put('two');
    await rig.select({ labelName: 'Case' });
    await print();
    expect([await printed(), await job()]).toMatchObject([['Case 2'], { revision: 2 }]);
  });

  it('prints the new version from its next print when the change reaches it, also in the queue and after a restart', async () => {
    await rig.select({ labelName: 'Case', copies: 2 });
    await rig.select({ labelName: 'Case', copies: 2, queue: true, freeze: false, description: 'Later' });
    await print();
    const change = await put('two', { runningJobs: 'update' });
    expect(change).toMatchObject({
      ...{ isCreated: false, revision: 2 },
      jobs: [
        { printer: LINE, title: 'Case', isSelected: true },
        { printer: LINE, title: 'Later', isSelected: false },
      ],
    });
    expect(await job()).toMatchObject({ revision: 2 });
    await put('three');
    await rig.restart({ virtualPrinters: 3 });
    await print(2);
    expect(await printed()).toEqual(['Case 1', 'Case 2', 'Case 2']);
  });

  it('is reached on the named printers only', async () => {
    for (const printer of [LINE, 'Line 2', 'Line 3']) await rig.select({ labelName: 'Case' }, printer);
    const { jobs } = await put('two', { runningJobs: 'update', printers: ['Line 2', 'Line 3'] });
    expect(jobs.map(({ printer }) => printer)).toEqual(['Line 2', 'Line 3']);
    expect([await job(), await job('Line 2'), await job('Line 3')]).toMatchObject([
      { revision: 1, newerRevision: 2 },
      { revision: 2 },
      { revision: 2 },
    ]);
  });

  it('takes the version that is stored already without a new one', async () => {
    await rig.select({ labelName: 'Case' });
    await put('two');
    const change = await put('two', { runningJobs: 'update', printers: [LINE] });
    expect([change.revision, change.jobs.length, (await job())?.revision]).toEqual([2, 1, 2]);
    expect((await rig.controller.labelVersions.page('Case', { limit: 10 })).versions).toHaveLength(2);
  });

  it('is reached by every change while the setting says so, unless the change says otherwise', async () => {
    const settings = await rig.controller.settings.all();
    await rig.controller.settings.putAll({ ...settings, labelChangesReachRunningJobs: true });
    await rig.select({ labelName: 'Case' });
    await put('two');
    expect((await job())?.revision).toBe(2);
    await put('three', { runningJobs: 'keep' });
    expect((await job())?.revision).toBe(2);
  });

  it('keeps its labels when it is frozen', async () => {
    await rig.select({ labelName: 'Case', freeze: true });
    const { jobs } = await put('two', { runningJobs: 'update' });
    await print();
    expect([jobs, await printed()]).toEqual([[], ['Case 1']]);
    expect(await job()).not.toHaveProperty('newerRevision');
  });

  it('prints what was drawn of the new version when the label changes between drawing and reservation', async () => {
    await rig.select({ labelName: 'Case' });
    const { deviceMessages } = rig.controller;
    const resolve = deviceMessages.resolve.bind(deviceMessages);
    let changes = 0;
    deviceMessages.resolve = async (...input) => {
      if (changes++ === 0) await put('two', { runningJobs: 'update' });
      return resolve(...input);
    };
    await print();
    const [record] = await rig.prints();
    expect([record?.labelRevision, (await rig.prints()).length]).toEqual([2, 1]);
    expect((await rig.controller.prints.picture(record!.id)).hash).toBe((await rig.controller.printing.nextPicture(LINE)).hash);
  });

  it('is not reached by a version that its printer cannot print, and nothing is stored', async () => {
    await rig.select({ labelName: 'Case' });
    const change = rig.controller.labelChanges.put('Case', textLabel('{VARIABLE;Missing}'), { runningJobs: 'update' });
    await expect(change).rejects.toMatchObject({
      slug: 'cannot-render',
      message: expect.stringMatching(/^The job on "Line 1" cannot print this version of the label "Case": /) as string,
    });
    expect((await rig.controller.labels.get('Case')).revision).toBe(1);
  });

  it('is reached by a version that corrects what it cannot print', async () => {
    await rig.controller.variables.put('Lot', { value: 'A', description: '', userEdit: false, pinned: false });
    await put('{VARIABLE;Lot}');
    await rig.select({ labelName: 'Case' });
    await rig.db.deleteFrom('variables').execute();
    await put('two', { runningJobs: 'update' });
    await print();
    expect(await printed()).toEqual(['Case 3']);
  });

  it('uses the variables of its version until it prints another one', async () => {
    await rig.controller.variables.put('Lot', { value: 'A', description: '', userEdit: false, pinned: false });
    await put('{VARIABLE;Lot}');
    await rig.select({ labelName: 'Case' });
    await put('plain');
    await expect(rig.controller.removal.variable('Lot')).rejects.toMatchObject({ slug: 'in-use' });
    await put('plain', { runningJobs: 'update' });
    await rig.controller.removal.variable('Lot');
    expect((await rig.controller.variables.list()).length).toBe(0);
  });

  describe('with a label column', () => {
    beforeEach(async () => {
      await put('other', {}, 'Tray');
      const rows = ['Case', 'Tray', 'Case', 'Tray'].map((label) => [label]);
      await rig.controller.tables.put('Orders', { columns: ['Label'], rows });
    });

    it('prints the versions of its selection, and a new one of the label that reaches it', async () => {
      await rig.select({ labelColumn: 'Label', tableName: 'Orders' });
      await put('two');
      await put('tray two', {}, 'Tray');
      await print(2);
      expect(await job()).toMatchObject({ label: 'Case', revision: 1, newerRevision: 2 });
      const { jobs } = await put('three', { runningJobs: 'update', printers: [LINE] });
      expect(jobs).toHaveLength(1);
      await put('four');
      await rig.restart({ virtualPrinters: 3 });
      await print(2);
      expect(await printed()).toEqual(['Case 1', 'Tray 1', 'Case 3', 'Tray 1']);
    });

    it('prints the version of its selection of a label that a row names later', async () => {
      await put('a', {}, 'Bag');
      await rig.select({ labelColumn: 'Label', tableName: 'Orders' });
      await put('b', {}, 'Bag');
      await rig.controller.tables.put('Orders', { columns: ['Label'], rows: Array.from({ length: 4 }, () => ['Bag']) });
      await print();
      expect(await printed()).toEqual(['Bag 1']);
    });

    it('says for each print of a frozen job which version it is', async () => {
      await put('tray two', {}, 'Tray');
      await rig.select({ labelColumn: 'Label', tableName: 'Orders', freeze: true });
      await put('two');
      await print();
      expect(await job()).toMatchObject({ label: 'Tray', revision: 2 });
    });
  });
});
