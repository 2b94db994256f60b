import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printerPropertiesSchema } from '#contract/api-v3/printer.ts';
import { silentLog } from '#process/log.ts';
import { Printers } from '#controller/printers/printers.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { HandClock } from '../engines/hand-clock.ts';
import { worded } from '#support/worded.ts';

describe('the printers', () => {
  let db: ControllerDatabase;
  let dataFolder: string;
  let clock: HandClock;

  beforeEach(() => {
    db = openControllerDatabase(':memory:');
    dataFolder = mkdtempSync(join(tmpdir(), 'strobe-printers-'));
    clock = new HandClock();
  });
  afterEach(async () => {
    await db.destroy();
    rmSync(dataFolder, { recursive: true });
  });

  async function load(options: { virtualPrinters?: number; isSafeMode?: boolean } = {}): Promise<Printers> {
    const { virtualPrinters, isSafeMode = false } = options;
    const printers = new Printers({ db, dataFolder, now: () => clock.now, timers: clock, log: silentLog, virtualPrinters, isSafeMode });
    await printers.load();
    return printers;
  }

  it('are two of different types on a first start', async () => {
    const list = await (await load()).list();
    expect(list.map(([name, { id, type, duo }]) => ({ name, id, type, duo }))).toEqual([
      { name: 'Line 1', id: 'Line 1', type: 'Strobe V70', duo: true },
      { name: 'Line 2', id: 'Line 2', type: 'Strobe V35', duo: undefined },
    ]);
  });

  it.each([
    [{ config: '{"engine"\u0001:{}}' }, 'is not JSON'],
    [{ config: '{"engine":{}}' }, 'cannot be understood'],
    [{ config: '{"engine":{"kind":"virtuam"},"dpi":300,"physicalWidth":100,"height":35}' }, 'must have the kind of an engine'],
  ])('B7 stay stopped and report why if their stored configuration is invalid, and the others start: %j', async (change, fault) => {
    await load();
    await db.updateTable('printers').set(change).where('name', '=', 'Line 2').execute();
    const printers = await load();
    await printers.start();
    clock.advance(3_000);
    const [first, second] = ['Line 1', 'Line 2'].map((name) => worded(printers.get(name).condition()));
    expect([first?.state, second?.state]).toEqual(['STARTED', 'STOPPED']);
    expect(second?.errors.join()).toContain(fault);
    expect(printers.unusable()).toEqual([{ name: 'Line 2', reason: expect.stringContaining(fault) as string }]);
    await printers.stop();
  });

  it('have every property of the specification', async () => {
    const [, properties] = (await (await load()).list())[0]!;
    // Only a disabled printer says so, and only one that draws on board or starts its prints.
    const specified = Object.keys(printerPropertiesSchema.shape).filter(
      (property) => !['enabled', 'shape', 'startsPrints'].includes(property),
    );
    expect(Object.keys(properties).sort()).toEqual(specified.sort());
  });

  it('are as many as configured, alternating between the types', async () => {
    const list = await (await load({ virtualPrinters: 5 })).list();
    expect(list.map(([name, { type }]) => `${name} ${type}`)).toEqual([
      'Line 1 Strobe V70',
      'Line 2 Strobe V35',
      'Line 3 Strobe V50C',
      'Line 4 Strobe V70',
      'Line 5 Strobe V35',
    ]);
  });

  it('do not come back after all of them were removed', async () => {
    const printers = await load();
    for (const name of printers.names()) await printers.remove(name, () => Promise.resolve());
    expect((await load()).names()).toEqual([]);
  });

  it('are added when more are configured, and never removed', async () => {
    await load();
    expect([(await load({ virtualPrinters: 3 })).names(), (await load({ virtualPrinters: 1 })).names()]).toEqual([
      ['Line 1', 'Line 2', 'Line 3'],
      ['Line 1', 'Line 2', 'Line 3'],
    ]);
  });

  it('names the printers when one is required', async () => {
    const printers = await load();
    expect(() => printers.getOnly()).toThrow('Name one of the printers "Line 1", "Line 2".');
  });

  it('takes the only one where there is one', async () => {
    expect((await load({ virtualPrinters: 1 })).getOnly().name).toBe('Line 1');
  });

  it('names a printer that is not there', async () => {
    const printers = await load();
    expect(() => printers.get('Line 9')).toThrow('There is no printer "Line 9".');
  });

  it('start one after its warm-up', async () => {
    const printers = await load();
    await printers.start();
    clock.advance(3_000);
    expect(worded(printers.get('Line 1').condition())).toMatchObject({ state: 'STARTED', errors: [] });
    await printers.stop();
    expect(printers.get('Line 1').condition().state).toBe('STOPPED');
  });

  it('A8 stay stopped in safe mode and say why', async () => {
    const printers = await load({ isSafeMode: true });
    await printers.start();
    expect(worded(printers.get('Line 1').condition())).toMatchObject({
      state: 'STOPPED',
      errors: ['The controller is in safe mode: printing is off.'],
    });
  });

  it('A8 do not start a conveyor in safe mode', async () => {
    const printers = await load({ isSafeMode: true });
    await printers.start();
    expect(() => printers.setConveyor('Line 1', { running: true, productsPerMinute: 60 })).toThrow('safe mode');
  });

  it('refuse to refill an ink supply that a printer does not have', async () => {
    const printers = await load();
    await expect(printers.refill('Line 2', 'IS1')).rejects.toThrow('The printer "Line 2" has no ink supply "IS1" that can be refilled.');
  });

  it('go on when the engine of another one cannot start', async () => {
    mkdirSync(join(dataFolder, 'marks'));
    writeFileSync(join(dataFolder, 'marks', '1'), 'a file in the way');
    const printers = await load();
    await printers.start();
    clock.advance(3_000);
    expect(printers.all().map((printer) => printer.condition().state)).toEqual(['STOPPED', 'STARTED']);
    expect(worded(printers.get('Line 1').condition()).errors[0]).toContain('The printer could not be started');
  });
});
