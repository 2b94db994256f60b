import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextRowCopy, positionAfter, positionBefore, type JobPosition, type RowSource } from '#controller/queue/job-progress.ts';

const START: JobPosition = { cursor: 0, rowStarted: 0 };

/** Rows with these numbers of copies; null = without a limit. */
function rowsOf(copies: readonly (number | null)[], isRepeated = false): RowSource {
  return {
    find: async (from) => {
      const position = copies.findIndex((wanted, index) => index >= from && wanted !== 0);
      return position < 0 ? undefined : { position, copies: copies[position] ?? null };
    },
    isRepeated,
  };
}

/** The copies from a position on, as `row.copy`, and the position after them. */
async function print(rows: RowSource, most: number, from = START): Promise<{ prints: string[]; place: JobPosition }> {
  const prints: string[] = [];
  let place = from;
  while (prints.length < most) {
    const next = await nextRowCopy(place, rows);
    if (!next) break;
    prints.push(`${next.position}.${next.copy}`);
    place = positionAfter(next);
  }
  return { prints, place };
}

describe('the progress of a job', () => {
  it('prints all copies of a row before the next row, and leaves out rows without copies', async () => {
    const { prints, place } = await print(rowsOf([0, 2, 0, 0, 1, 3, 0]), 100);
    expect({ prints, place }).toEqual({ prints: ['1.1', '1.2', '4.1', '5.1', '5.2', '5.3'], place: { cursor: 6, rowStarted: 0 } });
  });

  it('stays on a row without a limit', async () => {
    expect((await print(rowsOf([null]), 4)).prints).toEqual(['0.1', '0.2', '0.3', '0.4']);
  });

  it('restarts at the first row with copies when it repeats', async () => {
    expect((await print(rowsOf([0, 1, 2, 0], true), 7)).prints).toEqual(['1.1', '2.1', '2.2', '1.1', '2.1', '2.2', '1.1']);
  });

  it('ends at once without copies, repeated or not', async () => {
    expect([await nextRowCopy(START, rowsOf([0, 0])), await nextRowCopy(START, rowsOf([0, 0], true))]).toEqual([undefined, undefined]);
  });

  it('skips a row with fewer copies than were started', async () => {
    expect(await nextRowCopy({ cursor: 0, rowStarted: 3 }, rowsOf([2, 5]))).toEqual({ position: 1, copies: 5, copy: 1 });
  });

  it('returns the position before a copy', async () => {
    expect(positionBefore({ position: 4, copies: 3, copy: 3 })).toEqual({ cursor: 4, rowStarted: 2 });
  });

  it('prints every copy once, in order, wherever it was interrupted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 8 }), fc.nat(24), async (copies, stop) => {
        const rows = rowsOf(copies);
        const first = await print(rows, stop);
        const rest = await print(rows, 100, first.place);
        const all = copies.flatMap((wanted, row) => Array.from({ length: wanted }, (_, copy) => `${row}.${copy + 1}`));
        expect([...first.prints, ...rest.prints]).toEqual(all);
      }),
    );
  });
});
