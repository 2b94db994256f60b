import { describe, expect, it } from 'vitest';
import { readCsv } from '#controller/tables/csv/read-csv.ts';
import { collect } from '#support/collect.ts';

describe('F2 readCsv understands', () => {
  it.each([
    ['commas', 'GTIN,Name\n1,Tea\n'],
    ['semicolons', 'GTIN;Name\n1;Tea\n'],
    ['tabs', 'GTIN\tName\n1\tTea\n'],
    ['bars', 'GTIN|Name\n1|Tea\n'],
    ['Windows line ends', 'GTIN,Name\r\n1,Tea\r\n'],
    ['old Macintosh line ends', 'GTIN,Name\r1,Tea\r'],
    ['mixed line ends', 'GTIN,Name\r\n1,Tea\n'],
    ['a last line without an end', 'GTIN,Name\n1,Tea'],
    ['blank lines', '\nGTIN,Name\n\n1,Tea\n\n\n'],
    ['quotes', '"GTIN","Name"\n"1","Tea"\n'],
    ['a UTF-8 byte order mark', '\ufeffGTIN,Name\n1,Tea\n'],
  ])('%s', async (_, csv) => {
    expect(await read(csv)).toEqual([
      ['GTIN', 'Name'],
      ['1', 'Tea'],
    ]);
  });

  it('delimiters, quotes and line ends inside quotes', async () => {
    expect(await read('A;B\n"1;2";"a ""b""\r\nc"\n')).toEqual([
      ['A', 'B'],
      ['1;2', 'a "b"\r\nc'],
    ]);
  });

  it('decimal commas between semicolons', async () => {
    expect(await read('Item;Price\nTea;1,50\n')).toEqual([
      ['Item', 'Price'],
      ['Tea', '1,50'],
    ]);
  });

  it('an empty cell in a table with one column', async () => {
    expect(await read('A\n1\n""\n3\n')).toEqual([['A'], ['1'], [''], ['3']]);
  });

  it('a table without rows', async () => {
    expect(await read('GTIN,Name\n')).toEqual([['GTIN', 'Name']]);
  });

  it('data that a spreadsheet would take for a formula, verbatim', async () => {
    expect(await read('A,B\n=1+1, @x \n')).toEqual([
      ['A', 'B'],
      ['=1+1', ' @x '],
    ]);
  });

  it.each([
    ['UTF-8', Buffer.from('Näme,日本\nßé,€\n', 'utf8')],
    ['UTF-16 with its mark', Buffer.from('\ufeffNäme,日本\nßé,€\n', 'utf16le')],
    ['UTF-16 big-endian with its mark', Buffer.from('\ufeffNäme,日本\nßé,€\n', 'utf16le').swap16()],
  ])('%s', async (_, bytes) => {
    expect(await read(bytes)).toEqual([
      ['Näme', '日本'],
      ['ßé', '€'],
    ]);
  });

  it('UTF-16 without a mark', async () => {
    const rows = Array.from({ length: 50 }, (_, row) => [`item ${row}`, 'Käse']);
    const csv = ['Name,Kind', ...rows.map((row) => row.join(','))].join('\r\n');
    expect(await read(Buffer.from(csv, 'utf16le'))).toEqual([['Name', 'Kind'], ...rows]);
  });

  it('Latin-1 as Windows writes it', async () => {
    expect(await read(Buffer.from([...Buffer.from('A,B\nK\xe4se,', 'latin1'), 0x80, 10]))).toEqual([
      ['A', 'B'],
      ['Käse', '€'],
    ]);
  });

  it('any letter, wherever the chunks are split', async () => {
    const bytes = Buffer.from('Näme,日本\n"a\r\nb",🍅\n');
    expect(await read(bytes, 1)).toEqual([
      ['Näme', '日本'],
      ['a\r\nb', '🍅'],
    ]);
  });

  it('a late letter beyond ASCII', async () => {
    const rows = Array.from({ length: 30_000 }, (_, row) => [String(row), 'tea']);
    const csv = ['A,B', ...rows.map((row) => row.join(',')), 'ä,ö'].join('\n');
    expect((await read(csv)).at(-1)).toEqual(['ä', 'ö']);
  });
});

describe('F2 readCsv refuses', () => {
  it.each([
    ['a row with too many cells', 'A,B\n1,2\n1,2,3\n', 'Line 3: has 3 cells where the table has 2 columns.'],
    ['a row with too few cells', 'A,B\n1\n', 'Line 2: has 1 cell where the table has 2 columns.'],
    ['a broken row after quoted line ends', 'A,B\r\n"a\r\n\r\nb",2\r\n\r\n1\r\n', 'Line 6: has 1 cell where the table has 2 columns.'],
    ['a quotation mark that is never closed', 'A,B\n1,2\n"1,2\n3,4\n', 'Line 3: begins a row with a quotation mark that is never closed.'],
    [
      'a quotation mark that is closed lines below',
      'A,B\n"1,2\n"3",4\n',
      'Line 2: begins a row with a quotation mark inside a quoted cell; it must be doubled there.',
    ],
    ['a quotation mark inside a cell', 'A,B\n1,a"b"\n', 'Line 2: has a quotation mark in an unquoted cell.'],
    ['a column without a name', 'A,,C\n1,2,3\n', 'Line 1: column 2 has no name.'],
    ['a duplicate column name', 'A,B,A\n1,2,3\n', 'Line 1: the column "A" occurs twice.'],
    [
      'too many columns',
      Array.from({ length: 1_001 }, (_, column) => `c${column}`).join(',') + '\n',
      'Line 1: a table has at most 1 000 columns.',
    ],
    ['a cell that is too long', `A,B\n1,2\n1,${'x'.repeat(100_001)}\n`, 'Line 3: cell 2 has more than 100 000 characters.'],
    ['a NUL character', 'A,B\n1,2\n1,a\0\n', 'Line 3: contains a NUL character.'],
    ['an empty file', '', 'The file is empty: its first line must name the columns.'],
    ['a file of blank lines', '\n\n', 'The file is empty: its first line must name the columns.'],
  ])('%s', async (_, csv, detail) => {
    await expect(read(csv)).rejects.toMatchObject({ slug: 'csv-broken', context: { detail, errors: [{ pointer: '', detail }] } });
  });

  it('bytes that are not UTF-8 after lines that are', async () => {
    const rows = Array.from({ length: 10_000 }, (_, row) => `${row},ä`).join('\n');
    const bytes = Buffer.concat([Buffer.from(`A,B\n${rows}\n`), Buffer.from('x,\xe4\n', 'latin1')]);
    await expect(read(bytes)).rejects.toThrow('Line 10002: is not text in UTF-8, which the rest of the file seems to use.');
  });

  it('a row of a million columns', async () => {
    await expect(read('a,'.repeat(1_000_000))).rejects.toThrow('Line 1: a table has at most 1 000 columns.');
  });

  it('an endless line, without reading it to its end', async () => {
    const bytes = endless('x'.repeat(1_000_000));
    await expect(read(bytes)).rejects.toThrow('A line is longer than 8 MiB: this is not a table.');
  });

  it('an endless quotation, without reading it to its end', async () => {
    const bytes = endless('"A\n' + 'x,\n'.repeat(100_000));
    await expect(read(bytes)).rejects.toMatchObject({ slug: 'csv-broken' });
  });

  it('what comes after an endless opening quotation mark, naming its line', async () => {
    const bytes = following('A,B\n1,2\n"', endless('x,\n'.repeat(100_000)));
    await expect(read(bytes)).rejects.toThrow('Line 3: begins a row that is longer than 8 MiB; a quotation mark may be missing');
  });
});

it('readCsv passes on why the bytes stopped', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('A,B\n1,2\n');
    throw new Error('the connection was cut');
  }
  await expect(read(broken())).rejects.toThrow('the connection was cut');
});

it('readCsv closes its source when the reader stops', async () => {
  let isClosed = false;
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* endless('1,2\n'.repeat(50_000));
    } finally {
      isClosed = true;
    }
  }
  for await (const row of readCsv(watched())) if (row.length > 0) break;
  await expect.poll(() => isClosed).toBe(true);
});

async function read(csv: string | Uint8Array | AsyncIterable<Uint8Array>, chunkSize = 64 * 1024): Promise<string[][]> {
  const bytes = typeof csv === 'string' ? Buffer.from(csv) : csv;
  return collect(readCsv(bytes instanceof Uint8Array ? chunks(bytes, chunkSize) : bytes));
}

async function* chunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function* endless(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (;;) yield bytes;
}

async function* following(start: string, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(start);
  yield* rest;
}
