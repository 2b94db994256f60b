import { describe, expect, it } from 'vitest';
import { checkFile, type FileCheck } from '#renderer/domain/table-import/check-rows.ts';
import { readCsvFile } from '#renderer/domain/table-import/read-csv-file.ts';
import type { Encoding } from '#renderer/domain/table-import/detect-encoding.ts';

async function checked(bytes: BlobPart, { key = 0, encoding = 'utf-8' as Encoding } = {}): Promise<FileCheck> {
  let last: FileCheck | undefined;
  for await (const state of checkFile(readCsvFile(new Blob([bytes]), { encoding, delimiter: ',' }), key)) last = state;
  if (!last) throw new Error('nothing was checked');
  return last;
}

describe('the check of a file', () => {
  it('yields its columns, its first rows and their number', async () => {
    const rows = Array.from({ length: 30 }, (_, row) => `${row},"a, ${row}"`);
    const check = await checked(['A,B', ...rows].join('\n'));
    expect(check).toMatchObject({ columns: ['A', 'B'], rowCount: 30, faults: [], faultCount: 0, doubles: [], share: 1 });
    expect(check.preview).toHaveLength(20);
    expect(check.preview[19]).toEqual({ line: 21, cells: ['19', 'a, 19'] });
  });

  it('reports the line of each row with another number of cells, after blank lines and line breaks within cells', async () => {
    const check = await checked('A,B\r\n1,"x\ny"\r\n\r\n2\r\n3,z,surplus\r\n');
    expect(check.faults).toEqual([
      { line: 5, kind: 'cells', found: 1, expected: 2 },
      { line: 6, kind: 'cells', found: 3, expected: 2 },
    ]);
  });

  it('shows a hundred faults and counts all', async () => {
    const check = await checked(`A,B\n${'1\n'.repeat(250)}`);
    expect([check.faults.length, check.faultCount]).toEqual([100, 250]);
  });

  it.each([
    ['A,B\n1,2\n3,x"y\n4,5', { line: 3, kind: 'quoteStray' }],
    ['A,B\n1,"2"3\n', { line: 2, kind: 'quoteInside' }],
    ['A,B\n1,2\n"3,4\n5,6\n', { line: 3, kind: 'quoteOpen' }],
    ['A,B\n1,\0\n', { line: 2, kind: 'nul' }],
  ])('reports where %j cannot be read', async (text, fault) => {
    expect((await checked(text)).faults).toEqual([fault]);
  });

  it('reports the first line with an invalid byte sequence', async () => {
    const check = await checked(Uint8Array.from(Buffer.from('A,B\n1,ok\n2,M\u00fcller\n', 'latin1')));
    expect(check.faults).toEqual([{ line: 3, kind: 'encoding' }]);
  });

  it('reports duplicate keys with their lines, but no empty ones', async () => {
    const check = await checked('K,V\na,1\nb,2\na,3\n,4\n,5\na,6\n');
    expect([check.doubles, check.doubleCount]).toEqual([[{ key: 'a', lines: [2, 4, 7], count: 3 }], 1]);
  });

  it('checks no keys if no key column is chosen', async () => {
    expect((await checked('K\na\na\n', { key: -1 })).doubles).toEqual([]);
  });

  it('distinguishes many keys', async () => {
    const keys = Array.from({ length: 200_000 }, (_, row) => `0${4_006_381_000_000 + row}`);
    expect((await checked(['K', ...keys].join('\n'))).doubles).toEqual([]);
  });
});
