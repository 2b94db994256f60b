import { describe, expect, it } from 'vitest';
import { readCsv } from '#controller/tables/csv/read-csv.ts';
import { collect } from '#support/collect.ts';

/** This many ASCII rows fill more than one block. */
const PLAIN = Array.from({ length: 20_000 }, (_, row) => `${row},tea\n`).join('');

describe('a declared charset is used', () => {
  it.each([
    ['iso-8859-2', [0xa3, 0xf3, 0x64, 0xbc], 'Łódź'],
    ['windows-1251', [0xd7, 0xe0, 0xe9], 'Чай'],
    ['shift_jis', [0x93, 0xfa, 0x96, 0x7b], '日本'],
    ['Windows-1252', [0x80], '€'],
    ['utf-16be', [0x30, 0xc6], 'テ'],
    ['utf-16', [0xc6, 0x30], 'テ'],
  ])('%s', async (charset, bytes, text) => {
    const comma = charset.startsWith('utf-16') ? Buffer.from('A,B\n,\n', 'utf16le') : Buffer.from('A,B\n,\n');
    const rest = charset === 'utf-16be' ? comma.swap16() : comma;
    const end = charset.startsWith('utf-16') ? 2 : 1;
    const file = Buffer.concat([rest.subarray(0, -end), Buffer.from(bytes), rest.subarray(-end)]);
    expect(await read(file, charset)).toEqual([
      ['A', 'B'],
      ['', text],
    ]);
  });

  it('over more than one block', async () => {
    const rows = Array.from({ length: 9_000 }, () => Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x2c, 0x31, 0x0a]));
    const found = await read(Buffer.concat([Buffer.from('A,B\n'), ...rows]), 'shift_jis');
    expect([found.length, new Set(found.slice(1).map(([cell]) => cell))]).toEqual([9_001, new Set(['日本'])]);
  });

  it('with the mark that belongs to it', async () => {
    expect(await read(Buffer.from('\ufeffA\né\n'), 'UTF-8')).toEqual([['A'], ['é']]);
    expect(await read(Buffer.from('\ufeffA\né\n', 'utf16le').swap16(), 'UTF-16')).toEqual([['A'], ['é']]);
  });
});

describe('a wrong declared charset is refused', () => {
  it.each([
    ['utf-8', Buffer.from('A,B\n1,2\n1,\xe9\n', 'latin1'), 'Line 3: is not text in UTF-8, which the request declares.'],
    ['shift_jis', Buffer.from('A,B\n1,2\n1,\xff\n', 'latin1'), 'Line 3: is not text in SHIFT_JIS, which the request declares.'],
    ['windows-1252', Buffer.from('\ufeffA\n'), 'Line 1: has the byte order mark of UTF-8, but WINDOWS-1252 is declared.'],
    ['utf-8', Buffer.from('\ufeffA\n', 'utf16le'), 'Line 1: has the byte order mark of UTF-16LE, but UTF-8 is declared.'],
  ])('%s', async (charset, bytes, detail) => {
    await expect(read(bytes, charset)).rejects.toMatchObject({ slug: 'csv-broken', context: { detail } });
  });

  it('naming a line far below, even if characters are split between blocks', async () => {
    const wide = Buffer.concat([Buffer.from(`A,B\n${PLAIN}`, 'utf16le'), Buffer.from([0x00, 0xd8, 0x0a, 0x00])]);
    await expect(read(wide, 'utf-16le')).rejects.toThrow('Line 20002: is not text in UTF-16LE');
  });
});

describe('an undeclared encoding', () => {
  it.each([
    ['its first letter', 'A,B\n1,é\n1,<e9>\n1,<e9>\n1,<e9>\n', 'Line 3'],
    ['most of its letters', 'A,B\n1,<e9>\n1,ü\n1,日本\n', 'Line 2'],
    ['what follows far below', `A,B\n1,<e9>\n${PLAIN}1,ü\n${PLAIN}`, 'Line 2'],
  ])('is UTF-8 by %s: the wrong byte is a fault', async (_, text, line) => {
    const detail = `${line}: is not text in UTF-8, which the rest of the file seems to use.`;
    await expect(read(withStrays(text))).rejects.toMatchObject({ slug: 'csv-broken', context: { detail } });
  });

  it('is Latin-1 if almost nothing is UTF-8, although two adjacent letters could be', async () => {
    const rows = ['Crème', 'Pâté', 'CAFÉ®', 'Süßer Spaß“'].join('\n');
    const bytes = Buffer.from(rows.replace('“', '\u0093'), 'latin1');
    expect((await read(bytes)).flat()).toEqual(['Crème', 'Pâté', 'CAFÉ®', 'Süßer Spaß“']);
  });

  it('is Latin-1 if the file ends within a UTF-8 sequence', async () => {
    expect(await read(Buffer.from('A\ncaf\xe9', 'latin1'))).toEqual([['A'], ['café']]);
  });
});

/** The text in UTF-8 with the named bytes inserted. */
function withStrays(text: string): Buffer {
  return Buffer.concat(
    text.split(/(<[0-9a-f]{2}>)/).map((part) => (part.startsWith('<') ? Buffer.from(part.slice(1, 3), 'hex') : Buffer.from(part))),
  );
}

async function read(bytes: Uint8Array, charset?: string): Promise<string[][]> {
  return collect(readCsv(pieces(bytes), charset));
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 1_001) yield bytes.subarray(start, start + 1_001);
}
