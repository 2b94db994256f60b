import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Tables } from '#controller/tables/tables.ts';
import { csvRow } from '#contract/csv/write-csv.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const COLUMNS = ['Article', 'Name', 'Note'];
const OLD = { columns: ['GTIN'], rows: [['9521234500019']] };

let folder: string;
let db: ControllerDatabase;
let tables: Tables;

beforeEach(async () => {
  folder = temporaryFolder();
  db = openControllerDatabase(join(folder, 'controller.db'));
  tables = new Tables({ db, now: () => 1 });
  await tables.put('Articles', OLD);
});

afterEach(() => db.destroy());

describe('a long CSV file becomes a table', () => {
  it('with every cell unchanged, and can be searched', async () => {
    const rows = Array.from({ length: 30_000 }, (_, row) => articleOf(row));
    expect(await tables.putCsv('Articles', csv(rows))).toBe('replaced');
    expect(await tables.get('Articles')).toEqual({ columns: COLUMNS, rows });
    const { rows: found } = await tables.rows('Articles', { search: 'KÄSE, "ALT" 29997', offset: 0, limit: 10 });
    expect(found.map(({ row }) => row)).toEqual([29_997]);
    expect(await left()).toEqual({ versions: 1, files: [] });
  });

  it('with rows that are longer than a page of the database', async () => {
    const rows = Array.from({ length: 60 }, (_, row) => [String(row), 'é'.repeat(row * 900), row % 2 === 0 ? 'x'.repeat(90_000) : '']);
    expect(await tables.putCsv('Long', csv(rows))).toBe('created');
    expect((await tables.get('Long')).rows).toEqual(rows);
  });

  it('while other writes complete before the file has ended', async () => {
    const written: string[] = [];
    async function* file(): AsyncGenerator<Uint8Array> {
      for await (const piece of csv(Array.from({ length: 120_000 }, (_, row) => articleOf(row)))) {
        yield piece;
        await db
          .insertInto('settings')
          .values({ key: `during ${written.length}`, value: 'x' })
          .execute();
        written.push((await tables.summary('Articles')).columns.join());
      }
    }
    await tables.putCsv('Articles', file());
    expect(new Set(written)).toEqual(new Set(OLD.columns));
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM settings WHERE key LIKE 'during %'`.execute(db);
    expect(rows).toEqual([{ count: written.length }]);
  });

  it('at the same time as another one', async () => {
    const files = ['first', 'second'].map((note) => Array.from({ length: 20_000 }, (_, row) => [String(row), 'Tea', note]));
    await Promise.all(files.map((rows, index) => tables.putCsv(`Articles ${index}`, csv(rows))));
    const stored = await Promise.all(files.map((_, index) => tables.get(`Articles ${index}`)));
    expect(stored.map(({ rows }) => rows)).toEqual(files);
  });
});

describe('a long CSV file leaves the old table and nothing else', () => {
  const rows = Array.from({ length: 40_000 }, (_, row) => articleOf(row));

  it.each([
    ['has a broken row', csv([...rows, ['1', '2']]), 'Line 40042: has 2 cells where the table has 3 columns.'],
    ['has a column twice', csv(rows, ['A', 'B', 'A']), 'Line 1: the column "A" occurs twice.'],
    [
      'is text no more',
      following(csv(rows), Buffer.from('1,2,\xff\n', 'latin1')),
      'Line 40042: is not text in UTF-8, which the rest of the file seems to use.',
    ],
    ['stops arriving', following(csv(rows), new Error('the connection was cut')), 'the connection was cut'],
  ])('when it %s', async (_, file, message) => {
    await expect(tables.putCsv('Articles', file)).rejects.toThrow(message);
    expect(await tables.get('Articles')).toEqual(OLD);
    expect(await left()).toEqual({ versions: 1, files: [] });
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])('when it is cut off at the beginning, after %i pieces', async (pieces) => {
    async function* cut(): AsyncGenerator<Uint8Array> {
      yield* csv(rows.slice(0, 12_000 + 1_500 * pieces));
      throw new Error('the connection was cut');
    }
    await expect(tables.putCsv('Articles', cut())).rejects.toThrow('the connection was cut');
    expect(await left()).toEqual({ versions: 1, files: [] });
  });

  it('when the condition of the put does not hold at its end', async () => {
    const refused = tables.putCsv('Articles', csv(rows), { condition: () => Promise.reject(new Error('another request was first')) });
    await expect(refused).rejects.toThrow('another request was first');
    expect(await left()).toEqual({ versions: 1, files: [] });
  });
});

function articleOf(row: number): string[] {
  return [`A-${row}`, row % 3 === 0 ? `Käse, "alt" ${row}` : `Tea ${row}`, row % 1_000 === 0 ? 'two\r\nlines' : ''];
}

async function* csv(rows: readonly string[][], columns = COLUMNS): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from([columns, ...rows].map(csvRow).join(''));
  for (let start = 0; start < bytes.length; start += 50_000) yield bytes.subarray(start, start + 50_000);
}

async function* following(file: AsyncIterable<Uint8Array>, end: Uint8Array | Error): AsyncGenerator<Uint8Array> {
  yield* file;
  if (end instanceof Error) throw end;
  yield end;
}

/** The number of stored row versions, and the files next to the database. */
async function left(): Promise<{ versions: number; files: string[] }> {
  const { rows } = await sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'table_data_[0-9]*'`.execute(db);
  return {
    versions: rows.length,
    files: readdirSync(folder).filter((name) => !name.startsWith('controller.db') || name.includes('-rows-')),
  };
}
