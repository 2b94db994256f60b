import { expect, it } from 'vitest';
import type { PreflightFinding } from '#contract/api-v3/preflight.ts';
import { FindingCollector } from '#controller/preflight/finding-collector.ts';

const finding = (row: number, kind: PreflightFinding['kind'] = 'fault'): PreflightFinding => ({
  ...{ row, kind, stops: true, pointer: '/objs/0', object: 'Text', detail: 'No.', moment: '2026-11-21T00:00:00.000Z', cells: [] },
});

it('counts findings and the rows that have them, kind by kind', () => {
  const book = new FindingCollector();
  for (const [row, kind] of [
    [0, 'fault'],
    [0, 'overflow'],
    [0, 'fault'],
    [4, 'fault'],
  ] as const)
    book.add(finding(row, kind));
  expect(book.counts).toEqual([
    { kind: 'fault', stops: true, findings: 3, rows: 2 },
    { kind: 'overflow', stops: true, findings: 1, rows: 1 },
  ]);
});

it('stores ten thousand and counts all', () => {
  const book = new FindingCollector();
  for (let row = 0; row < 10_001; row += 1) book.add(finding(row));
  expect([book.stored.length, book.stored.at(-1)?.row, book.counts[0]?.rows]).toEqual([10_000, 9_999, 10_001]);
});

it('stores at most eight megabytes and counts all', () => {
  const book = new FindingCollector();
  for (let row = 0; row < 100; row += 1) book.add({ ...finding(row), detail: 'x'.repeat(100_000) });
  expect([book.stored.length, book.counts[0]?.rows]).toEqual([41, 100]);
});
