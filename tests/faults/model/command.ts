import * as fc from 'fast-check';
import type { SendAnswer } from './hand-device.ts';

/** A selection of labels and rows of the test world. */
export interface Choice {
  label: 'Plain' | 'Serial';
  rows: 'none' | 'key' | 'range';
  /** The row of a key, or the first row of a range. */
  row: number;
  rowCount: number | undefined;
  copies: number | undefined;
  copiesColumn: boolean;
  labelColumn: boolean;
  printedColumn: boolean;
  queue: boolean;
  freeze: boolean | undefined;
  checkpoint: boolean;
  repeatPrint: boolean;
}

/** One command to a printer, by its number. */
export type Command =
  | { kind: 'select'; printer: number; choice: Choice }
  | { kind: 'trigger' | 'photocell'; printer: number; wait: number; answer: SendAnswer }
  | { kind: 'deselect' | 'abort' | 'mark' | 'fail' | 'refill'; printer: number }
  | { kind: 'dry'; printer: number; drops: boolean }
  /** The order follows the keys; jobs without a key keep their position. */
  | { kind: 'reorder'; printer: number; keys: number[] }
  /** A job by its number among all jobs of its printer, including ended ones. */
  | { kind: 'remove' | 'seek'; printer: number; job: number }
  /** A mark that no controller requested. */
  | { kind: 'foreign'; printer: number }
  /** A print by its id. */
  | { kind: 'reprint'; print: number; answer: SendAnswer }
  | { kind: 'resolve'; print: number; to: 'printed' | 'void' }
  | { kind: 'accept'; printer: number }
  /** The number of prints that every device still makes before it forgets the others. */
  | { kind: 'restart'; marked: number };

/** Rows of the world's table. */
export const ROWS = 5;
export const PRINTERS = 2;

/** The first printer gets most commands; the second stops on missed triggers. */
const printer = fc.constantFrom(0, 0, PRINTERS - 1);
const maybe = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { nil: undefined });
const rarely = fc.nat(3).map((drawn) => drawn === 3);

const choice: fc.Arbitrary<Choice> = fc.record({
  label: fc.constantFrom('Plain', 'Serial'),
  rows: fc.constantFrom('none', 'key', 'range', 'range'),
  row: fc.constantFrom(0, 0, 1, 2, 3, ROWS),
  rowCount: maybe(fc.integer({ min: 1, max: 3 })),
  copies: maybe(fc.integer({ min: 1, max: 3 })),
  copiesColumn: rarely,
  labelColumn: rarely,
  printedColumn: fc.boolean(),
  queue: fc.nat(3).map((drawn) => drawn > 0),
  freeze: fc.constantFrom(undefined, false, false, true),
  checkpoint: fc.boolean(),
  repeatPrint: rarely,
});

const answer = fc.constantFrom<SendAnswer>('take', 'take', 'take', 'take', 'take', 'refuse', 'lose');
const print = fc.constantFrom(1, 1, 2, 2, 3, 3, 4, 5, 6, 8);
const wait = fc.constantFrom(5, 30, 30, 30, 30);

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 24, arbitrary: fc.record({ kind: fc.constantFrom('trigger', 'trigger', 'trigger', 'photocell'), printer, wait, answer }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('select'), printer, choice }) },
  { weight: 9, arbitrary: fc.record({ kind: fc.constantFrom('mark', 'mark', 'fail'), printer }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('deselect', 'abort', 'refill', 'refill'), printer }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('dry'), printer, drops: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reorder'), printer, keys: fc.array(fc.nat(9), { maxLength: 5 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('remove', 'seek', 'seek'), printer, job: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart'), marked: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reprint'), print, answer }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('resolve'), print, to: fc.constantFrom('printed', 'void') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('accept', 'foreign'), printer }) },
);

/** A sequence of up to 25 commands that starts with a selection. */
export const sequence: fc.Arbitrary<Command[]> = fc
  .tuple(
    choice.map((chosen): Command => ({
      kind: 'select',
      printer: 0,
      choice: { ...chosen, label: 'Serial', rows: 'range', row: 0, copiesColumn: false, freeze: false },
    })),
    fc.array(command, { minLength: 1, maxLength: 24, size: 'max' }),
  )
  .map(([first, rest]) => [first, ...rest]);
