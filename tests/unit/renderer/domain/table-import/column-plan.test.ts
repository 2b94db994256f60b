import { describe, expect, it } from 'vitest';
import { missingColumns, planFaults, planOf } from '#renderer/domain/table-import/column-plan.ts';
import { detectEncoding } from '#renderer/domain/table-import/detect-encoding.ts';
import { rewriteRows } from '#renderer/domain/table-import/rewrite-csv.ts';
import type { RowBatch } from '#contract/csv/source-row.ts';

async function* batches(): AsyncGenerator<RowBatch> {
  yield { rows: [{ line: 1, cells: ['K', 'V', 'W'] }], share: 0.5 };
  yield { rows: [{ line: 2, cells: ['1', 'a', 'x,y'] }], share: 1 };
}

const renamed = () =>
  planOf(['K', 'V', 'W']).map((column) => ({ ...column, name: column.name === 'W' ? 'Name' : column.name, isKept: column.name !== 'V' }));

describe('the columns of a file', () => {
  it('have unique, non-empty names, unless they are left out', () => {
    const plan = planOf(['K', '', 'K', 'K']);
    expect(planFaults(plan)).toEqual([
      { kind: 'nameless', column: 2 },
      { kind: 'twice', name: 'K' },
    ]);
    expect(planFaults(plan.map((column) => ({ ...column, isKept: column.index === 0 })))).toEqual([]);
    expect(planFaults(plan.map((column) => ({ ...column, isKept: false })))).toEqual([{ kind: 'none' }]);
  });

  it("are compared with the table's current ones", () => {
    expect(missingColumns(renamed(), ['K', 'V', 'W', 'Name'])).toEqual(['V', 'W']);
  });

  it('are written under their new names, without those that are left out', async () => {
    const blob = await rewriteRows(batches(), renamed(), { signal: new AbortController().signal, onProgress: () => undefined });
    expect(await blob?.text()).toBe('K,Name\r\n1,"x,y"\r\n');
  });

  it('are not written further once it is cancelled', async () => {
    expect(await rewriteRows(batches(), renamed(), { signal: AbortSignal.abort(), onProgress: () => undefined })).toBeUndefined();
  });
});

describe('the encoding of a file', () => {
  it.each([
    ['utf-8', Buffer.from('K,Größe\n')],
    ['windows-1252', Buffer.from('K,Größe\n', 'latin1')],
    ['utf-8', Buffer.concat([Buffer.from('K,Größe\n1,'), Buffer.from([0xe9, 10])])],
    ['utf-16le', Buffer.from('\ufeffK,V\n', 'utf16le')],
    ['utf-16le', Buffer.from('K,V\n1,2\n', 'utf16le')],
    ['utf-16be', Buffer.from('K,V\n1,2\n', 'utf16le').swap16()],
  ])('is detected as %s', (encoding, bytes) => {
    expect(detectEncoding(bytes)).toBe(encoding);
  });
});
