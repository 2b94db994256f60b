import { describe, expect, it } from 'vitest';
import type { ArchivedPrint } from '../../faults/plant/archive-faults.ts';
import { LedgerCopy } from '../../faults/plant/ledger-copy.ts';
import { judge, type LineRecord, type PlantRecord } from '../../faults/plant/plant-judge.ts';
import type { LedgerPrint } from '../../faults/ledger-file.ts';

/** A print of a serial number, or of a row if there is one. */
function printOf(id: number, { state = 'printed', serial = id, row }: { state?: string; serial?: number; row?: number } = {}): LedgerPrint {
  const shown = row === undefined ? { serials: [`Serial=${serial}`], content: [] } : { serials: [], content: [`Row=Run 1-${row}`] };
  return { id, printer: 'Line 1', state, pictureHash: `picture ${row ?? serial}`, ...shown, supersedes: null, key: null };
}

const copyOf = (prints: LedgerPrint[], through = Infinity) => new LedgerCopy({ prints, through, changed: [] });
const markOf = ({ id, printer, pictureHash }: LedgerPrint, number = id) => ({ printer, number, id, pictureHash });
const archivedOf = ({ id, printer, pictureHash, serials, state }: LedgerPrint, line = 'North 1'): ArchivedPrint => {
  const texts = serials.map((serial) => serial.replace('Serial=', '').padStart(8, '0'));
  return { line, print: id, printer, state, pictureHash, serials: texts, found: texts.length === 0 ? null : texts };
};

/** A line with these prints, all of which it has marked. */
function lineWith(prints: LedgerPrint[], changes: Partial<LineRecord> = {}): LineRecord {
  const marks = prints.filter(({ state }) => state === 'printed').map((print, index) => markOf(print, index + 1));
  return { line: 'North 1', marks, replaced: [], ledger: copyOf(prints), ...changes };
}

/** A plant that has these prints, with one block of numbers for each line. */
function plantWith(archive: ArchivedPrint[], changes: Partial<PlantRecord> = {}): PlantRecord {
  const leases = [
    { line: 'North 1', first: 1, last: 100 },
    { line: 'North 2', first: 101, last: 200 },
  ];
  return { archive, leases, ranges: [], ...changes };
}

const NO_RUNS = new Map<string, number>();

describe('who judges lines and a plant by their records', () => {
  it('finds nothing wrong with prints that are marked and archived once', () => {
    const prints = [printOf(1), printOf(2, { state: 'void' }), printOf(3)];
    expect(judge([lineWith(prints)], plantWith(prints.map((print) => archivedOf(print))), NO_RUNS)).toEqual([]);
  });

  it('finds a serial number that two lines have marked', () => {
    const [one, other] = [printOf(1, { serial: 7 }), printOf(5, { serial: 7 })];
    const lines = [lineWith([one]), lineWith([other], { line: 'North 2' })];
    const faults = judge(lines, plantWith([archivedOf(one), archivedOf(other, 'North 2')]), NO_RUNS);
    expect(faults).toContainEqual(expect.stringMatching(/^the same picture was marked twice: North 1, mark 1 .* and North 2, mark 1/));
    expect(faults).toContainEqual(expect.stringMatching(/^Serial=7 was marked twice/));
    expect(faults).toContainEqual('North 2, mark 1 of Line 1 (print 5): Serial=7 is not in a block of this line');
  });

  it('finds blocks that overlap', () => {
    const leases = [
      { line: 'North 1', first: 1, last: 100 },
      { line: 'North 2', first: 100, last: 200 },
    ];
    expect(judge([lineWith([])], plantWith([], { leases }), NO_RUNS)).toEqual(['the block 100 to 200 of North 2 overlaps another one']);
  });

  it('finds a mark without a print, one of a void print, and a print without a mark', () => {
    const [none, empty, printed] = [printOf(1), printOf(2, { state: 'void' }), printOf(3)];
    const line = lineWith([empty, printed], { marks: [markOf(none), markOf(empty)] });
    expect(judge([line], plantWith([empty, printed].map((print) => archivedOf(print))), NO_RUNS)).toEqual([
      'North 1, mark 1 of Line 1: no ledger has print 1',
      'North 1, mark 2 of Line 1: print 2 is void',
      'North 1: print 3 is printed, but no printer has a mark of it',
    ]);
  });

  it('finds a print that is missing in the archive, in another state, twice, different, or in no ledger', () => {
    const prints = [printOf(1), printOf(2), printOf(3), printOf(4)];
    const archive = [
      archivedOf(printOf(2, { state: 'unknown' })),
      archivedOf(printOf(3)),
      archivedOf(printOf(3)),
      { ...archivedOf(printOf(4)), found: null },
      archivedOf(printOf(9)),
    ];
    expect(judge([lineWith(prints)], plantWith(archive), NO_RUNS)).toEqual([
      'North 1: print 1 (printed) is not in the archive',
      'North 1: print 2 is printed, and unknown in the archive',
      'North 1: print 4 is not found by its serial numbers 00000004 but by null',
      'North 1: 1 prints are in the archive twice',
      'North 1: print 9 is in the archive, and in no ledger',
    ]);
  });

  it('wants a print that a restore has undone in the archive if the plant had acknowledged it, in that state or an earlier one', () => {
    const undone = [printOf(2), printOf(3), printOf(4)];
    const replaced = [copyOf([printOf(1), ...undone], 3)];
    const line = { ...lineWith([printOf(1)], { replaced }), marks: [printOf(1), ...undone].map((print) => markOf(print)) };
    const archive = [archivedOf(printOf(1)), archivedOf(printOf(3, { state: 'sent' }))];
    expect(judge([line], plantWith(archive), NO_RUNS)).toEqual(['North 1: print 2 (printed) is not in the archive']);
  });

  it('finds rows that are on two marks, or that the plant knows wrongly', () => {
    const prints = [printOf(1, { row: 0 }), printOf(2, { row: 0 }), printOf(3, { row: 2 })];
    const ranges = [
      { run: 'Run 1', first: 0, end: 2, state: 'printed' as const },
      { run: 'Run 1', first: 2, end: 3, state: 'free' as const },
      { run: 'Run 1', first: 4, end: 5, state: 'held' as const },
    ];
    const plant = plantWith(
      prints.map((print) => archivedOf(print)),
      { ranges },
    );
    const faults = judge([lineWith(prints)], plant, new Map([['Run 1', 5]]));
    expect(faults).toContainEqual(expect.stringMatching(/^Row=Run 1-0 was marked twice/));
    expect(faults.slice(-3)).toEqual([
      'Row=Run 1-1 is printed, but no printer has a mark of it',
      'Row=Run 1-2 is free, but was marked',
      'the ranges of Run 1 do not have all of its rows once',
    ]);
  });
});
