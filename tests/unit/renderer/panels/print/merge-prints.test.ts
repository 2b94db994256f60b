import { describe, expect, it } from 'vitest';
import type { Print } from '#contract/api-v3/print.ts';
import { mergePrints, type ReadPrints } from '#renderer/panels/print/merge-prints.ts';

const MIDNIGHT = Date.parse('2026-11-21T00:00:00Z');

function printAt(id: number, second: number): Print {
  const reserved = new Date(MIDNIGHT + second * 1000).toISOString();
  const label = { printer: 'Line 1', job: 'j', label: 'Milk', pictureHash: '', counters: [] };
  return { id, ...label, state: 'printed', proof: 'id', reserved, settled: reserved };
}

/** Prints of one controller at these seconds, newest first, with ids that fall. */
function read(connection: string, seconds: number[], next: ReadPrints['next'] = null): ReadPrints {
  return { connection, prints: seconds.map((second, index) => printAt(100 - index, second)), next };
}

function order(sources: ReadPrints[]): string[] {
  return mergePrints(sources).found.map(({ connection, print }) => connection + (Date.parse(print.reserved) - MIDNIGHT) / 1000);
}

describe('the prints of several controllers', () => {
  it('are merged by time, newest first', () => {
    expect(order([read('a', [9, 5, 1]), read('b', [7, 3])])).toEqual(['a9', 'b7', 'a5', 'b3', 'a1']);
  });

  it('end where an unread print of another controller may be the next one', () => {
    const sources = [read('a', [9, 8], 50), read('b', [10, 7, 1])];
    expect(order(sources)).toEqual(['b10', 'a9', 'a8']);
    expect(mergePrints(sources).unread).toEqual(['a']);
  });

  it('continue after what is shown when more has been read', () => {
    const before = order([read('a', [9, 8], 50), read('b', [10, 7, 1])]);
    const after = order([read('a', [9, 8, 7, 2]), read('b', [10, 7, 1])]);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(7);
  });

  it('are not held up by a controller that has found nothing so far, has not answered, or has failed', () => {
    const problem = { type: 'about:blank', title: 'Unreachable', status: 502 };
    const sources = [read('a', [9, 5]), read('b', [], 40), read('c', [], undefined), { ...read('d', [7], 30), problem }];
    expect(order(sources)).toEqual(['a9', 'd7', 'a5']);
    expect(mergePrints(sources).unread).toEqual(['b']);
  });

  it('C1 keep the order of their controller after its clock was set back', () => {
    expect(order([read('a', [2, 9, 8]), read('b', [10, 1])])).toEqual(['b10', 'a2', 'a9', 'a8', 'b1']);
  });
});
