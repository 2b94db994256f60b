import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineError } from '#controller/engines/engine.ts';
import { Marks } from '#controller/engines/virtual/marks.ts';
import { findLedgerFaults } from '#controller/ledger/ledger-checks.ts';
import { Random } from '#support/random.ts';
import { untilHolds } from '#support/until-holds.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

const STEPS = 80;
const ROWS = 40;
const LINES = ['Line 1', 'Line 2', 'Line 3'] as const;
const RANGES = { 'Line 1': { firstRow: 0 }, 'Line 2': { firstRow: 0, rowCount: 30 }, 'Line 3': { firstRow: 10 } };
const UNUSED = 'Not printed while the faults last';

describe('three printers that share the rows of a table', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build({ virtualPrinters: 3 });
    await rig.controller.labels.put('Row', textLabel('{TABLE;Id}'));
    await rig.controller.labels.put('Other', textLabel(UNUSED));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rig.close();
  });

  async function putRows(random: Random): Promise<number[]> {
    const copies = Array.from({ length: ROWS }, () => random.pick([0, 1, 1, 1, 2, 3]));
    const rows = copies.map((count, row) => [`row ${row}`, String(count), '']);
    await rig.controller.tables.put('Shared', { columns: ['Id', 'Copies', 'Printed'], rows });
    return copies;
  }

  /** A printer whose rows are all printed already has nothing to select. */
  async function select(line: (typeof LINES)[number]): Promise<void> {
    const job = {
      ...{ labelName: 'Row', tableName: 'Shared', copiesColumn: 'Copies', printedColumn: 'Printed', rowAllocation: 'shared' as const },
      ...RANGES[line],
    };
    const refused = await rig.select(job, line).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (refused !== undefined) expect(refused).toMatchObject({ slug: 'rows-given' });
  }

  /** One random event: products, prints that are refused or fail, an abort, another selection, and a kill. */
  async function step(random: Random): Promise<void> {
    const { printing, printers } = rig.controller;
    const quiet = (line: string) => void printing.trigger(line).catch(() => undefined);
    const line = random.pick(LINES);
    rig.clock.advance(30);
    const act = random.pick(['product', 'product', 'all', 'all', 'all', 'refused', 'failed', 'pause', 'finish', 'abort', 'select', 'kill']);
    if (act === 'refused') vi.spyOn(printers.get(line).engine, 'send').mockRejectedValueOnce(new EngineError('device-failed', 'not now'));
    if (act === 'failed') {
      vi.spyOn(Marks.prototype, 'make').mockImplementationOnce(() => {
        throw new Error('the head is off');
      });
    }
    if (['product', 'refused', 'failed'].includes(act)) quiet(line);
    if (act === 'all') LINES.forEach(quiet);
    if (act === 'pause') await new Promise((resolve) => void setImmediate(resolve));
    if (act === 'finish') await rig.finishPrints();
    if (act === 'abort') await printing.abort(line);
    if (act === 'abort' || act === 'select') await select(line);
    if (act === 'kill') await rig.restart();
  }

  /** Prints what is left, printer by printer. */
  async function printToTheEnd(): Promise<void> {
    for (let left = 0; left < 10 * ROWS; left += 1) {
      await rig.finishPrints();
      const statuses = await Promise.all(LINES.map(async (line) => ({ line, job: (await rig.controller.printing.status(line)).job })));
      const next = statuses.find(({ job }) => job);
      if (!next) return;
      await rig.trigger(next.line);
    }
    throw new Error('the rows do not come to an end');
  }

  it.each([1, 2, 3, 4, 5, 6])(
    'I2 print each row and copy exactly once, over kills, failures and aborts (seed %i)',
    { timeout: 90_000 },
    async (seed) => {
      const random = new Random(seed);
      const copies = await putRows(random);
      for (const line of LINES) await select(line);
      for (let done = 0; done < STEPS; done += 1) await step(random);
      // No more faults from here on, and no print in progress.
      vi.restoreAllMocks();
      await rig.restart();
      await untilHolds(async () =>
        expect(await rig.db.selectFrom('prints').select('id').where('state', 'in', ['sent', 'unknown']).execute()).toEqual([]),
      );
      for (const line of LINES) await select(line);
      await printToTheEnd();

      const prints = await rig.db.selectFrom('prints').select(['row', 'state']).orderBy('id').execute();
      const printed = prints.filter(({ state }) => state === 'printed').map(({ row }) => row ?? -1);
      const { rows } = await rig.controller.tables.get('Shared');
      expect({
        copies: copies.map((_, row) => printed.filter((each) => each === row).length),
        column: rows.map((cells) => Number(cells[2])),
        marks: LINES.reduce((sum, line) => sum + (rig.controller.printers.get(line).engine.count?.() ?? 0), 0),
        claims: await rig.db.selectFrom('row_claims').selectAll().execute(),
        sharing: await rig.controller.rowSharing.describe('Shared'),
        faults: await findLedgerFaults(rig.db),
      }).toMatchObject({
        copies,
        column: copies,
        marks: printed.length,
        claims: [],
        sharing: { takenCopies: printed.length },
        faults: [],
      });
      expect(prints.some(({ state }) => state === 'void')).toBe(true);
    },
  );
});
