import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineError } from '#controller/engines/engine.ts';
import { Marks } from '#controller/engines/virtual/marks.ts';
import { findLedgerFaults } from '#controller/ledger/ledger-checks.ts';
import { Random } from '#support/random.ts';
import { untilHolds } from '#support/until-holds.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

const STEPS = 60;
const ROWS = 50;
/** Both printers print the rows from 20 to 29: each row once per printer. */
const RANGES = { 'Line 1': { firstRow: 0, rowCount: 30 }, 'Line 2': { firstRow: 20, rowCount: 30 } };
const LINES = ['Line 1', 'Line 2'] as const;

describe('two printers that share a counter, a table and its column of prints', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial');
    await rig.controller.labels.put('Row', textLabel('{COUNTER;serial} {TABLE;Id}'));
    const rows = Array.from({ length: ROWS }, (_, row) => [`row ${row}`, '']);
    await rig.controller.tables.put('Shared', { columns: ['Id', 'Printed'], rows });
    for (const line of LINES) {
      await rig.select({ labelName: 'Row', tableName: 'Shared', printedColumn: 'Printed', freeze: false, ...RANGES[line] }, line);
    }
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rig.close();
  });

  /** One random event: products that are printed, prints that are refused or fail, and a kill. */
  async function step(random: Random): Promise<void> {
    const { printing, printers } = rig.controller;
    const quiet = (line: string) => void printing.trigger(line).catch(() => undefined);
    const line = random.pick(LINES);
    rig.clock.advance(30);
    const act = random.pick(['product', 'product', 'both', 'both', 'refused', 'failed', 'pause', 'finish', 'kill']);
    if (act === 'refused') vi.spyOn(printers.get(line).engine, 'send').mockRejectedValueOnce(new EngineError('device-failed', 'not now'));
    if (act === 'failed') {
      vi.spyOn(Marks.prototype, 'make').mockImplementationOnce(() => {
        throw new Error('the head is off');
      });
    }
    if (['product', 'refused', 'failed'].includes(act)) quiet(line);
    if (act === 'both') LINES.forEach(quiet);
    if (act === 'pause') await new Promise((resolve) => void setImmediate(resolve));
    if (act === 'finish') await rig.finishPrints();
    if (act === 'kill') await rig.restart();
  }

  /** Prints the remaining rows of a printer. */
  async function printToTheEnd(line: string): Promise<void> {
    for (let left = 0; left < 2 * ROWS; left += 1) {
      await rig.finishPrints();
      if (!(await rig.controller.printing.status(line)).job) return;
      await rig.trigger(line);
    }
    throw new Error(`${line} does not come to an end`);
  }

  it.each([1, 2, 3, 4])(
    'I2 print no serial twice and every selected row once per printer, and count each print in its row (seed %i)',
    { timeout: 60_000 },
    async (seed) => {
      const random = new Random(seed);
      for (let done = 0; done < STEPS; done += 1) await step(random);
      // No more faults from here on, and no print in progress.
      vi.restoreAllMocks();
      await rig.restart();
      await untilHolds(async () =>
        expect(await rig.db.selectFrom('prints').select('id').where('state', 'in', ['sent', 'unknown']).execute()).toEqual([]),
      );
      for (const line of LINES) await printToTheEnd(line);

      const prints = await rig.db.selectFrom('prints').select(['printer', 'row', 'state']).orderBy('id').execute();
      const serials = (await rig.prints()).map(({ counters }) => counters[0]?.value);
      const rowsOf = (line: string) =>
        prints.filter(({ printer, state }) => printer === line && state === 'printed').map(({ row }) => row ?? -1);
      const { rows } = await rig.controller.tables.get('Shared');
      const all = (line: (typeof LINES)[number]) =>
        Array.from({ length: RANGES[line].rowCount }, (_, place) => RANGES[line].firstRow + place);
      const ascending = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
      expect({
        repeatedSerials: serials.length - new Set(serials).size,
        rows: LINES.map((line) => ascending(rowsOf(line))),
        column: rows.map((cells) => Number(cells[1])),
        marks: LINES.map((line) => rig.controller.printers.get(line).engine.count?.()),
        faults: await findLedgerFaults(rig.db),
      }).toEqual({
        repeatedSerials: 0,
        rows: LINES.map(all),
        column: Array.from({ length: ROWS }, (_, row) => LINES.filter((line) => all(line).includes(row)).length),
        marks: LINES.map((line) => all(line).length),
        faults: [],
      });
      expect(prints.some(({ state }) => state === 'void')).toBe(true);
    },
  );
});
