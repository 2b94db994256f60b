import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JobRows, type RowsOfJob } from '#controller/queue/job-rows.ts';
import { Tables } from '#controller/tables/tables.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';

const JOB: RowsOfJob = {
  ...{ table_name: 'Names', key_column: 'Name', key: 'a', first_row: null, row_count: null },
  ...{ copies: null, copies_column: null },
};

describe('the row of a job', () => {
  let db: ControllerDatabase;
  let tables: Tables;
  beforeEach(async () => {
    db = openControllerDatabase(':memory:');
    tables = new Tables({ db, now: () => 0 });
    await tables.put('Names', { columns: ['Name', 'Printed'], rows: [['a', '7']] });
  });
  afterEach(() => db.destroy());

  it('is not cached from a transaction that was rolled back', async () => {
    const rows = new JobRows({ tables, db });
    const cell = async () => (await rows.at(JOB, 0))?.cells.get('Printed');
    const counting = inTransaction(db, async (trx) => {
      await tables.increment('Names', { column: 'Printed', row: 0 }, trx);
      expect((await rows.at(JOB, 0, trx))?.cells.get('Printed')).toBe('8');
      throw new Error('the disk is full');
    });
    await expect(counting).rejects.toThrow('the disk is full');
    expect(await cell()).toBe('7');
    await tables.editCells('Names', { cells: [{ row: 0, column: 'Printed', was: '7', value: '500' }] });
    expect(await cell()).toBe('500');
  });
});
