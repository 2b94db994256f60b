import { sql } from 'kysely';
import type { PrintState } from '#contract/api-v3/print.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { EventToRecord, RecordedEvents } from './recorded-events.ts';

/** The most prints of one event: their records fit into one message. */
const BATCH = 250;

interface SettledPrint {
  id: number;
  job: string;
  label_name: string;
  state: PrintState;
  purpose: 'production' | 'test';
}

/**
 * Records the outcomes of prints as counts, from the ledger: nothing is added to the transaction of a print. Each printer has a place in its
 * prints. A print waits until it is settled, and so do later ones of its printer. A print that was recorded as unknown is recorded again when
 * its outcome is known.
 */
export class RecordedPrints {
  readonly #recorded: RecordedEvents;

  constructor(recorded: RecordedEvents) {
    this.#recorded = recorded;
  }

  /**
   * Prints from before the very first start are not recorded. At every later start a printer without a place was added since: all its prints are
   * recorded. Call it before the start itself is recorded.
   */
  async start(printers: readonly string[], trx: ControllerTransaction): Promise<void> {
    if ((await this.#recorded.last(trx)) > 0) return;
    for (const printer of printers)
      await sql`INSERT INTO recorded_prints (printer, print) VALUES (${printer}, coalesce((SELECT max(id) FROM prints), 0))
        ON CONFLICT DO NOTHING`.execute(trx);
  }

  /** Records the next settled prints of a printer. Returns whether more wait. */
  async record(printer: string, at: number, trx: ControllerTransaction): Promise<boolean> {
    const resolved = await this.#recordResolved(printer, at, trx);
    const settled = await this.#settled(printer, trx);
    const last = settled.at(-1)?.id;
    if (last === undefined) return resolved;
    await trx
      .insertInto('recorded_prints')
      .values({ printer, print: last })
      .onConflict((conflict) => conflict.column('printer').doUpdateSet({ print: last }))
      .execute();
    const unknown = settled.filter(({ state }) => state === 'unknown').map(({ id }) => ({ print: id, printer }));
    if (unknown.length > 0) await trx.insertInto('recorded_unknown').values(unknown).execute();
    const counted = settled.filter(({ purpose }) => purpose === 'production');
    if (counted.length > 0) await this.#recorded.append([{ kind: 'prints.settled', at, printer, data: countsOf(counted) }], trx);
    return resolved || settled.length === BATCH;
  }

  async #settled(printer: string, trx: ControllerTransaction): Promise<SettledPrint[]> {
    const place = await trx.selectFrom('recorded_prints').select('print').where('printer', '=', printer).executeTakeFirst();
    const found = await trx
      .selectFrom('prints')
      .select(['id', 'job', 'label_name', 'state', 'purpose'])
      .where('printer', '=', printer)
      .where('id', '>', place?.print ?? 0)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const open = found.findIndex(({ state }) => state === 'reserved' || state === 'sent');
    return open === -1 ? found : found.slice(0, open);
  }

  async #recordResolved(printer: string, at: number, trx: ControllerTransaction): Promise<boolean> {
    const rows = await trx
      .selectFrom('recorded_unknown')
      .innerJoin('prints', 'prints.id', 'recorded_unknown.print')
      .select(['prints.id', 'prints.job', 'prints.state', 'prints.resolved_by as by', 'prints.purpose'])
      .where('recorded_unknown.printer', '=', printer)
      .where('prints.state', '<>', 'unknown')
      .orderBy('prints.id')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return false;
    const ids = rows.map(({ id }) => id);
    await trx.deleteFrom('recorded_unknown').where('print', 'in', ids).execute();
    const events = rows.flatMap(({ id, job, state, by, purpose }): EventToRecord[] =>
      purpose === 'test' ? [] : [{ kind: 'print.resolved', at, printer, data: { print: id, job, state, by } }],
    );
    await this.#recorded.append(events, trx);
    return rows.length === BATCH;
  }
}

/** The counts of prints by job, and the first and last print: the records of the prints between them belong to the event. */
function countsOf(prints: readonly SettledPrint[]): Record<string, unknown> {
  const jobs = [...Map.groupBy(prints, ({ job }) => job)].map(([job, ofJob]) => ({
    job,
    label: ofJob[0]?.label_name,
    printed: countOf(ofJob, 'printed'),
    handedOver: countOf(ofJob, 'handed-over'),
    voided: countOf(ofJob, 'void'),
    unknown: countOf(ofJob, 'unknown'),
  }));
  return { firstPrint: prints[0]?.id, lastPrint: prints.at(-1)?.id, jobs };
}

function countOf(prints: readonly SettledPrint[], state: PrintState): number {
  return prints.filter((print) => print.state === state).length;
}
