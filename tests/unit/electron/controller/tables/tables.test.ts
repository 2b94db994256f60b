import { describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { Tables } from '#controller/tables/tables.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { productsCsv } from '#support/products.ts';

const PRODUCTS = {
  columns: ['GTIN', 'Name', 'Lot'],
  rows: [
    ['9521234500019', 'Tomato Ketchup', 'A'],
    ['9521234500026', 'Straße Nº 5', 'B'],
    ['9521234500033', 'ΟΔΟΣ Олія', 'A'],
  ],
};

describe('Tables', () => {
  it('returns a table unchanged', async () => {
    const { tables } = await withProducts();
    expect(await tables.get('Products')).toEqual(PRODUCTS);
  });

  it('keeps cells of any text verbatim', async () => {
    const tables = newTables();
    const table = {
      columns: ['__proto__', 'constructor'],
      rows: [
        ['=1+1', 'a\0b'],
        ['', "'; DROP TABLE tables; --"],
      ],
    };
    await tables.put('__proto__', table);
    expect(await tables.get('__proto__')).toEqual(table);
  });

  it('lists tables by name, with their columns, size and time', async () => {
    const { tables } = await withProducts();
    await tables.put('Empty', { columns: ['A'], rows: [] });
    expect(await tables.list()).toEqual([
      ['Empty', { columns: ['A'], rowCount: 0, modified: '2026-11-21T06:00:00.000Z' }],
      ['Products', { columns: ['GTIN', 'Name', 'Lot'], rowCount: 3, modified: '2026-11-21T06:00:00.000Z' }],
    ]);
  });

  it('distinguishes creating from replacing', async () => {
    const tables = newTables();
    expect([await tables.put('T', PRODUCTS), await tables.put('T', { columns: ['A'], rows: [['1']] })]).toEqual(['created', 'replaced']);
    expect(await tables.get('T')).toEqual({ columns: ['A'], rows: [['1']] });
  });

  it('has another version after every put', async () => {
    const { tables } = await withProducts();
    const before = await tables.version('Products');
    await tables.put('Products', PRODUCTS);
    expect(await tables.version('Products')).not.toBe(before);
  });

  it('removes a table with its rows', async () => {
    const { tables, db } = await withProducts();
    await tables.remove('Products');
    await expect(tables.get('Products')).rejects.toMatchObject({ slug: 'not-found', message: 'There is no table "Products".' });
    expect(await dataTables(db)).toEqual([]);
  });

  it("removes within the caller's transaction", async () => {
    const { tables, db } = await withProducts();
    const undone = db.transaction().execute(async (trx) => {
      await tables.remove('Products', trx);
      throw new Error('still in use');
    });
    await expect(undone).rejects.toThrow('still in use');
    expect(await tables.get('Products')).toEqual(PRODUCTS);
  });

  it.each([
    ['get', (tables: Tables) => tables.get('None')],
    ['summary', (tables: Tables) => tables.summary('None')],
    ['version', (tables: Tables) => tables.version('None')],
    ['readCsv', (tables: Tables) => tables.readCsv('None')],
    ['rows', (tables: Tables) => tables.rows('None', { offset: 0, limit: 1 })],
    ['getRow', (tables: Tables) => tables.getRow('None', 0)],
    ['getRowByKey', (tables: Tables) => tables.getRowByKey('None', { column: 'A', key: '1' })],
    ['remove', (tables: Tables) => tables.remove('None')],
  ])('%s names the table that is missing', async (_, ask) => {
    await expect(ask(newTables())).rejects.toMatchObject({
      slug: 'not-found',
      context: { detail: 'There is no table "None".', instance: '/api/v3/tables/None' },
    });
  });
});

describe('a row of a table', () => {
  it('is found by its key', async () => {
    const { tables } = await withProducts();
    expect(await tables.getRowByKey('Products', { column: 'GTIN', key: '9521234500026' })).toEqual({
      row: 1,
      cells: new Map([
        ['GTIN', '9521234500026'],
        ['Name', 'Straße Nº 5'],
        ['Lot', 'B'],
      ]),
    });
  });

  it('is found by its number', async () => {
    const { tables } = await withProducts();
    expect((await tables.getRow('Products', 2)).cells.get('GTIN')).toBe('9521234500033');
  });

  it.each([
    [
      'column',
      (tables: Tables) => tables.getRowByKey('Products', { column: 'SKU', key: '1' }),
      'The table "Products" has no column "SKU".',
    ],
    [
      'key',
      (tables: Tables) => tables.getRowByKey('Products', { column: 'Name', key: 'tomato ketchup' }),
      'The table "Products" has no row whose "Name" is "tomato ketchup".',
    ],
    [
      'row',
      (tables: Tables) => tables.getRow('Products', 3),
      'The table "Products" has 3 rows; there is no row 3 (counted from 0; row 4 on the page).',
    ],
  ])('names the %s that is missing', async (_, ask, detail) => {
    const { tables } = await withProducts();
    await expect(ask(tables)).rejects.toMatchObject({ slug: 'not-found', context: { detail, instance: '/api/v3/tables/Products' } });
  });

  it('F3 names both rows of a duplicate key in both numberings', async () => {
    const { tables } = await withProducts();
    await expect(tables.getRowByKey('Products', { column: 'Lot', key: 'A' })).rejects.toMatchObject({
      slug: 'key-not-unique',
      message: 'In the table "Products" the key "A" occurs in the rows 0 and 2 (counted from 0; rows 1 and 3 on the page).',
    });
  });

  it('F3 names the first ten rows of a frequent key', async () => {
    const tables = newTables();
    await tables.put('T', { columns: ['A'], rows: Array.from({ length: 13 }, () => ['']) });
    await expect(tables.getRowByKey('T', { column: 'A', key: '' })).rejects.toThrow(
      'In the table "T" the key "" occurs in the rows 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 3 more (counted from 0; rows 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 3 more on the page).',
    );
  });
});

describe('the rows of a table', () => {
  it('come in pages', async () => {
    const { tables } = await withProducts();
    expect(await tables.rows('Products', { offset: 1, limit: 1 })).toMatchObject({
      columns: PRODUCTS.columns,
      rows: [{ row: 1, cells: PRODUCTS.rows[1] }],
      total: 3,
    });
  });

  it('are looked up by an exact key', async () => {
    const { tables } = await withProducts();
    const page = await tables.rows('Products', { column: 'Lot', key: 'A', offset: 1, limit: 10 });
    expect(page).toMatchObject({ columns: PRODUCTS.columns, rows: [{ row: 2, cells: PRODUCTS.rows[2] }], total: 2 });
  });

  it.each([
    ['a word in another case', 'KETCHUP', [0]],
    ['part of a number', '45000', [0, 1, 2]],
    ['a sharp s written as two letters', 'STRASSE', [1]],
    ['Greek in lower case, whatever its sigma', 'οδος', [2]],
    ['Greek in lower case with the inner sigma', 'οδοσ', [2]],
    ['Cyrillic in another case', 'оЛІЯ', [2]],
    ['what a pattern would take for a wildcard', '%', []],
    ['text that spans two cells', '9521234500019Tomato', []],
    ['nothing', '', [0, 1, 2]],
  ])('are searched for %s', async (_, search, expected) => {
    const { tables } = await withProducts();
    const { rows, total } = await tables.rows('Products', { search, offset: 0, limit: 10 });
    expect({ rows: rows.map(({ row }) => row), total }).toEqual({ rows: expected, total: expected.length });
  });

  it('are searched for a letter with a composed or a decomposed accent', async () => {
    const tables = newTables();
    await tables.put('T', { columns: ['A'], rows: [['Crème'.normalize('NFC')], ['Crème'.normalize('NFD')]] });
    const totals = await Promise.all(
      ['NFC', 'NFD'].map((form) => tables.rows('T', { search: 'CRÈME'.normalize(form), offset: 0, limit: 10 })),
    );
    expect(totals.map(({ total }) => total)).toEqual([2, 2]);
  });

  it('are searched among those with a key', async () => {
    const { tables } = await withProducts();
    const { rows } = await tables.rows('Products', { column: 'Lot', key: 'A', search: 'ketchup', offset: 0, limit: 10 });
    expect(rows.map(({ row }) => row)).toEqual([0]);
  });

  it('are searched in pages over many rows', async () => {
    const tables = newTables();
    await tables.put('T', {
      columns: ['A'],
      rows: Array.from({ length: 45_000 }, (_, row) => [row % 9_000 === 0 ? `hit ${row}` : 'miss']),
    });
    const page = await tables.rows('T', { search: 'HIT', offset: 3, limit: 10 });
    expect(page).toMatchObject({
      columns: ['A'],
      rows: [
        { row: 27_000, cells: ['hit 27000'] },
        { row: 36_000, cells: ['hit 36000'] },
      ],
      total: 5,
    });
  });

  it.each([
    [{ column: 'Lot' }, '?key'],
    [{ key: 'A' }, '?column'],
  ])('refuse %j, half of a look-up', async (half, pointer) => {
    const { tables } = await withProducts();
    await expect(tables.rows('Products', { ...half, offset: 0, limit: 10 })).rejects.toMatchObject({
      slug: 'invalid-input',
      context: { errors: [{ pointer }] },
    });
  });
});

describe('a table as CSV', () => {
  it('takes 5 000 products', async () => {
    const tables = newTables();
    await tables.putCsv('Products', stream(productsCsv()));
    expect(await tables.summary('Products')).toMatchObject({ columns: ['GTIN', 'Name'], rowCount: 5_000 });
    const { rows, total } = await tables.rows('Products', { search: 'ketchup', offset: 0, limit: 1 });
    expect(rows[0]?.cells[1]).toMatch(/ketchup/i);
    expect(total).toBeGreaterThan(0);
  });

  it('is returned unchanged', async () => {
    const tables = newTables();
    await tables.putCsv('Products', stream(productsCsv()));
    await tables.putCsv('Copy', bytesOf(tables, 'Products'));
    expect(await tables.get('Copy')).toEqual(await tables.get('Products'));
  });

  it('is refused as a whole for one broken row, and the old table stays', async () => {
    const { tables, db } = await withProducts();
    const broken = productsCsv().trimEnd().split(/\r?\n/).with(4_712, '4006381333931,Tea,"1,5",more').join('\n');
    await expect(tables.putCsv('Products', stream(broken))).rejects.toThrow('Line 4713: has 4 cells where the table has 2 columns.');
    expect(await tables.get('Products')).toEqual(PRODUCTS);
    expect(await dataTables(db)).toHaveLength(1);
  });

  it('leaves nothing behind when the bytes stop arriving', async () => {
    const { tables, db } = await withProducts();
    async function* cut(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('A\n' + '1\n'.repeat(50_000));
      throw new Error('the connection was cut');
    }
    await expect(tables.putCsv('Products', cut())).rejects.toThrow('the connection was cut');
    expect(await tables.get('Products')).toEqual(PRODUCTS);
    expect(await dataTables(db)).toHaveLength(1);
  });

  it('is read as it was when reading began, even if it is replaced meanwhile', async () => {
    const { tables, db } = await withProducts();
    const rows = Array.from({ length: 5_000 }, (_, row) => [String(row)]);
    await tables.put('T', { columns: ['Old'], rows });
    const reading = (await tables.readCsv('T'))[Symbol.asyncIterator]();
    const parts = [(await reading.next()).value as string];
    await tables.put('T', { columns: ['New'], rows: [] });
    for (let next = await reading.next(); !next.done; next = await reading.next()) parts.push(next.value);
    expect(parts.join('')).toBe(['Old', ...rows, ''].join('\r\n'));
    expect(await dataTables(db)).toHaveLength(2);
  });

  it('drops a replaced version after its last reader', async () => {
    const { tables, db } = await withProducts();
    for await (const part of await tables.readCsv('Products')) {
      expect(part).toBe('GTIN,Name,Lot\r\n');
      await tables.put('Products', { columns: ['New'], rows: [] });
      expect(await dataTables(db)).toHaveLength(2);
      break;
    }
    expect(await dataTables(db)).toHaveLength(1);
  });

  it('serves the old table until the new one is complete', async () => {
    const { tables } = await withProducts();
    const during: number[] = [];
    async function* slow(): AsyncGenerator<Uint8Array> {
      for (const part of ['A\n', '1\n'.repeat(50_000), '2\n'.repeat(50_000)]) {
        during.push((await tables.summary('Products')).rowCount);
        yield Buffer.from(part);
      }
    }
    await tables.putCsv('Products', slow());
    expect([...during, (await tables.summary('Products')).rowCount]).toEqual([3, 3, 3, 100_000]);
  });
});

it('two concurrent puts leave one complete table', async () => {
  const tables = newTables();
  const versions = ['a', 'b'].map((text) => ({ columns: [text], rows: Array.from({ length: 5_000 }, () => [text]) }));
  await Promise.all(versions.map((version) => tables.put('T', version)));
  const { columns, rows } = await tables.get('T');
  expect({ cells: new Set(rows.flat()), rowCount: rows.length }).toEqual({ cells: new Set(columns), rowCount: 5_000 });
});

it('start drops unused rows and no others', async () => {
  const { tables, db } = await withProducts();
  await sql`CREATE TABLE table_data_99 (row INTEGER PRIMARY KEY, c0 TEXT NOT NULL, folded TEXT NOT NULL)`.execute(db);
  await tables.start();
  expect(await dataTables(db)).toHaveLength(1);
  expect(await tables.get('Products')).toEqual(PRODUCTS);
});

function newTables(db: ControllerDatabase = openControllerDatabase(':memory:')): Tables {
  return new Tables({ db, now: () => Date.UTC(2026, 10, 21, 6) });
}

async function withProducts(): Promise<{ tables: Tables; db: ControllerDatabase }> {
  const db = openControllerDatabase(':memory:');
  const tables = newTables(db);
  await tables.put('Products', PRODUCTS);
  return { tables, db };
}

async function dataTables(db: ControllerDatabase): Promise<unknown[]> {
  const { rows } = await sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'table_data_[0-9]*'`.execute(db);
  return rows;
}

async function* stream(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += 10_000) yield bytes.subarray(start, start + 10_000);
}

async function* bytesOf(tables: Tables, name: string): AsyncGenerator<Uint8Array> {
  for await (const part of await tables.readCsv(name)) yield Buffer.from(part);
}
