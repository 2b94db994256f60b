import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Log } from '#process/log.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

const PAGE = 4_096;
const DAMAGED = 'the print index is damaged: it is rebuilt from the prints';

describe('damaged text tables', () => {
  let rig: PrintingRig;
  let file: string;
  let logged: string[];

  beforeEach(async () => {
    file = join(temporaryFolder(), 'controller.db');
    logged = [];
    const log: Log = { info: () => undefined, warn: (message) => void logged.push(message), error: (message) => void logged.push(message) };
    rig = await PrintingRig.build({ log }, file);
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', textLabel('Ketchup {COUNTER;serial;WIDTH=6}'));
    await rig.controller.labels.put('Plain', textLabel('Mustard'));
    await rig.select({ labelName: 'Serial' });
    await rig.select({ labelName: 'Plain' }, 'Line 2');
    for (const line of ['Line 1', 'Line 1', 'Line 1', 'Line 2']) await rig.trigger(line);
    await rig.finishPrints();
    await find('000002');
  });
  afterEach(() => rig.close());

  async function find(content: string): Promise<number[]> {
    const { prints } = await rig.controller.prints.page({ limit: 50, content });
    return prints.map(({ id }) => id);
  }

  /** Another connection, which may write to the text tables. */
  function tamper(work: (database: DatabaseSync) => void): void {
    const options: DatabaseSyncOptions & { defensive: boolean } = { defensive: false };
    const database = new DatabaseSync(file, options);
    work(database);
    database.close();
  }

  /** Overwrites the first page of a table. */
  function overwrite(table: string): void {
    tamper((database) => {
      const page = Number(database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)?.['rootpage']);
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      const handle = openSync(file, 'r+');
      writeSync(handle, Buffer.alloc(PAGE, 0xa5), 0, PAGE, (page - 1) * PAGE);
      closeSync(handle);
      // Other connections read it again.
      database.exec("INSERT OR REPLACE INTO settings (key, value) VALUES ('tampered', '')");
    });
  }

  it.each(['print_texts', 'static_texts'])('B7 are rebuilt by the search that finds them: %s', async (table) => {
    tamper((database) => database.exec(`UPDATE ${table}_data SET block = x'00112233' WHERE id > 10`));
    expect({ own: await find('000002'), common: await find('Mustard'), serial: await serial('000003'), logged }).toEqual({
      own: [2],
      common: [4],
      serial: [3],
      logged: [DAMAGED],
    });
  });

  it('B7 are renamed when they cannot be dropped, and again the next time', async () => {
    overwrite('print_texts_data');
    expect(await find('000002')).toEqual([2]);
    overwrite('print_texts_data');
    expect(await find('000003')).toEqual([3]);
    const kept = (place: number) => `the damaged table print_texts_old${place} could not be removed: it only uses disk space`;
    expect(logged).toEqual([DAMAGED, kept(0), DAMAGED, expect.stringMatching(/^the damaged table print_texts_old[1-9]\d* could not/)]);
  });

  it('B7 that were renamed do not prevent opening the database', async () => {
    overwrite('print_texts_data');
    await find('000002');
    await expect(openControllerDatabase(file).destroy()).resolves.toBeUndefined();
  });

  it('B7 are rebuilt when a print cannot be indexed', async () => {
    overwrite('print_texts_data');
    await rig.trigger();
    await rig.finishPrints();
    rig.clock.advance(60_000);
    await expect.poll(() => logged).toContain(DAMAGED);
    expect(await find('000004')).toEqual([5]);
  });

  it('B7 are rebuilt after an old print could not be removed from them', async () => {
    overwrite('print_texts_data');
    await rig.controller.settings.putRetention({ minutes: null, prints: 1, audit: null });
    await rig.db.updateTable('prints').set({ settled: 0 }).execute();
    await expect(rig.controller.retention.run()).rejects.toThrow('malformed');
    await rig.controller.retention.run();
    expect({ left: await find('Ketchup'), logged: logged.filter((line) => line === DAMAGED) }).toEqual({ left: [], logged: [DAMAGED] });
  });

  async function serial(wanted: string): Promise<number[]> {
    const { prints } = await rig.controller.prints.page({ limit: 50, serial: wanted });
    return prints.map(({ id }) => id);
  }
});
