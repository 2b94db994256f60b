import { mkdirSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { Violation } from '../../faults/fault-run.ts';
import { Judge } from '../../faults/kills/judge.ts';

const LINES = ['Line 1', 'Line 2'].map((printer) => ({ printer, counter: 'Serial', lineSpeed: 1, bufferDepth: 2, isColor: false }));

interface Row {
  state: string;
  printer?: string;
  serial?: number;
  picture?: string;
  key?: string;
  /** The cell of its shared row. */
  row?: string;
  lot?: string;
  supersedes?: number;
}

describe('who judges by the log of the engines', () => {
  let folder: string;
  let judge: Judge;

  beforeEach(async () => {
    folder = temporaryFolder();
    await openControllerDatabase(join(folder, 'controller.db')).destroy();
    judge = new Judge(folder, LINES);
  });

  /** Puts these prints into the ledger, with the ids 1, 2, 3, ..., and counts them in their job and history. */
  function ledger(...rows: Row[]): void {
    const database = new DatabaseSync(join(folder, 'controller.db'), { enableForeignKeyConstraints: false });
    for (const table of ['prints', 'jobs', 'print_counters', 'history_minutes', 'history_quarters', 'sqlite_sequence'])
      database.exec(`DELETE FROM ${table}`);
    const insert = database.prepare(
      `INSERT INTO prints (printer, job, label_name, document_hash, print_values, hdpi, vdpi, picture_hash, state, reserved, settled, idempotency_key, supersedes)
       VALUES (?, 'job', 'Serial', 'hash', ?, 300, 300, ?, ?, 0, 0, ?, ?)`,
    );
    for (const [index, { state, printer = 'Line 1', serial = index + 1, picture = `picture-${serial}`, ...more }] of rows.entries()) {
      const { key = null, row, lot, supersedes = null } = more;
      const values = JSON.stringify({
        counters: [['Serial', { value: serial }]],
        ...(row !== undefined && { row: [['Row', row]] }),
        ...(lot !== undefined && { variables: [['Lot', lot]] }),
      });
      insert.run(printer, values, picture, state, key, supersedes);
    }
    const count = (state: string) => rows.filter((row) => row.state === state).length;
    database.exec(`
      INSERT INTO jobs (id, printer, position, state, description, label_name, label_revision, started, printed, voided, created)
      VALUES ('job', 'Line 1', 0, 'queued', '', 'Serial', 1, ${rows.length}, ${count('printed')}, ${count('void')}, 0);
      INSERT INTO history_minutes VALUES ('Line 1', 0, ${count('printed')});
      INSERT INTO history_quarters VALUES ('Line 1', 0, ${count('printed')});`);
    database.close();
  }

  function log(position: number, ...lines: string[]): void {
    const place = join(folder, 'marks', String(position));
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'marks.log'), lines.map((line) => `${line}\n`).join(''));
  }

  async function verdict(look: () => Promise<void> | void): Promise<string> {
    try {
      await look();
      return 'holds';
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      return error.message;
    }
  }

  const afterKill = (acknowledged: string[] = []) => verdict(() => judge.afterKill(acknowledged));
  const afterRestart = () => verdict(() => judge.afterRestart());

  it('is content when the ledger says what the engines say', async () => {
    ledger(
      { state: 'printed' },
      { state: 'sent' },
      { state: 'sent', printer: 'Line 2', key: 'a' },
      { state: 'reserved' },
      { state: 'void' },
    );
    log(1, '1 1 picture-1', '2 2 picture-2');
    expect(await afterKill(['a'])).toBe('holds');
  });

  it('sees a print that was marked twice', async () => {
    ledger({ state: 'sent' });
    log(1, '1 1 picture-1', '2 1 picture-9');
    expect(await afterKill()).toContain('print 1 was marked twice, as mark 1 of Line 1 and mark 2 of Line 1');
  });

  it('sees a picture that two printers marked', async () => {
    ledger({ state: 'sent' }, { state: 'sent', printer: 'Line 2', picture: 'picture-1' });
    log(1, '1 1 picture-1');
    log(2, '1 2 picture-1');
    expect(await afterKill()).toContain('the same picture was marked twice, as mark 1 of Line 1 and mark 1 of Line 2');
  });

  it('I2 sees a serial that was reserved twice', async () => {
    ledger({ state: 'void', serial: 5 }, { state: 'sent', serial: 5 });
    expect(await afterKill()).toContain('Serial=5 was reserved twice, for print 1 and print 2');
  });

  it('I2 sees a shared row that two printers have, unless the first print is void', async () => {
    ledger({ state: 'void', row: '1-7' }, { state: 'sent', row: '1-7' });
    expect(await afterKill()).toBe('holds');
    ledger({ state: 'void', row: '1-7' }, { state: 'sent', row: '1-7' }, { state: 'reserved', printer: 'Line 2', row: '1-7' });
    expect(await afterKill()).toBe('the shared row Row=1-7 was given to print 2 and print 3');
  });

  it('I2 expects the serial and the picture of the original on a rework, once', async () => {
    const original: Row = { state: 'printed', serial: 5 };
    const rework: Row = { state: 'printed', printer: 'Line 2', serial: 5, supersedes: 1 };
    log(1, '1 1 picture-5');
    log(2, '1 3 picture-5');
    ledger(original, { ...rework, state: 'void' }, rework);
    expect(await afterKill()).toBe('holds');
    log(2, '1 3 picture-5', '2 4 picture-5');
    ledger(original, { ...rework, state: 'void' }, rework, rework);
    expect(await afterKill()).toBe('print 1 was reworked twice, as print 3 and print 4');
  });

  it('I2 sees a print of a lot that was blocked before it was reserved', async () => {
    ledger({ state: 'void', lot: 'L1' });
    judge.block('Lot=L1');
    ledger({ state: 'void', lot: 'L1' }, { state: 'void', lot: 'L2' }, { state: 'sent', lot: 'L1' });
    expect(await afterKill()).toBe('print 3 was reserved, although Lot=L1 was blocked after print 1');
  });

  it.each([
    ['reserved', 'print 1 is reserved, and its mark is mark 1 of Line 1'],
    ['void', 'print 1 is void, and its mark is mark 1 of Line 1'],
  ])('I1 sees a mark of a print that is %s', async (state, fault) => {
    ledger({ state });
    log(1, '1 1 picture-1');
    expect(await afterKill()).toContain(fault);
  });

  it('sees a mark that the ledger does not know', async () => {
    ledger();
    log(1, '1 1 picture-1');
    expect(await afterKill()).toContain('Line 1 marked print 1, which is not in the ledger');
  });

  it('sees another picture than the one of the ledger', async () => {
    ledger({ state: 'printed' });
    log(1, '1 1 picture-9');
    expect(await afterKill()).toContain('print 1 differs from its mark, mark 1 of Line 1');
  });

  it('sees a print that is called printed without a mark', async () => {
    ledger({ state: 'printed' });
    expect(await afterKill()).toContain('print 1 is printed, but Line 1 has no mark of it');
  });

  it('sees that an acknowledged trigger has no print', async () => {
    ledger({ state: 'sent', key: 'a' }, { state: 'reserved', key: 'b' });
    expect(await afterKill(['a', 'b'])).toBe('the trigger b was acknowledged, but no print of it was sent');
  });

  it('sees more prints in progress than the engine holds', async () => {
    ledger({ state: 'sent' }, { state: 'sent' }, { state: 'sent' });
    expect(await afterKill()).toBe('Line 1: 3 prints have an unknown result, but its buffer holds 2');
  });

  it('I3 sees a print that goes back', async () => {
    ledger({ state: 'void' }, { state: 'sent' });
    expect(await afterKill()).toBe('holds');
    ledger({ state: 'sent' }, { state: 'sent' });
    expect(await afterKill()).toContain('print 1 went from void to sent');
  });

  it.each(['reserved', 'sent', 'unknown'])('I4 sees a print that is still %s after the restart', async (state) => {
    judge = new Judge(folder, LINES, { resolvePatience: 0 });
    ledger({ state });
    expect(await afterRestart()).toBe(`print 1 is still ${state} after the restart`);
  });

  it('I8 sees accounts that differ', async () => {
    ledger({ state: 'void' });
    const database = new DatabaseSync(join(folder, 'controller.db'));
    database.exec('UPDATE jobs SET voided = 0');
    database.close();
    expect(await afterRestart()).toBe('the counts differ (void prints and those of the jobs): 1 and 0');
  });

  it('sees a gap in the numbers of the engine', async () => {
    ledger();
    log(1, '1 1 picture-1', '3 2 picture-2');
    expect(await afterKill()).toContain('Line 1: after mark 1 its log says "3 2 picture-2"');
  });
});
