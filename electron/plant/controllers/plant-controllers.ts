import { sql, type Selectable } from 'kysely';
import type { ControllerReport, PlantController } from '#contract/plant/plant-controller.ts';
import { ProblemError } from '#contract/problem.ts';
import type { PlantDatabase, PlantSchema } from '../database/plant-schema.ts';
import { reportOf } from './reports.ts';

const COLLATOR = new Intl.Collator('en', { numeric: true });
/** Milliseconds without a report after which a controller counts as not connected. */
export const CONNECTED_FOR = 60_000;

/** The controllers that have sent something to the plant. */
export class PlantControllers {
  readonly #db: PlantDatabase;
  readonly #now: () => number;
  #reading: Promise<readonly PlantController[]> | undefined;

  constructor({ db, now }: { db: PlantDatabase; now: () => number }) {
    this.#db = db;
    this.#now = now;
  }

  /** The number that stands for a controller in the database, which notes that it was seen. A controller that was not known gets one. */
  async numberOf(id: string): Promise<number> {
    const { number } = await this.#db
      .insertInto('controllers')
      .values({ id, last_seen: new Date(this.#now()) })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ last_seen: sql`excluded.last_seen` }))
      .returning('number')
      .executeTakeFirstOrThrow();
    return number;
  }

  /** The number of a controller that the plant knows. Throws `not-found`. */
  async findNumber(id: string): Promise<number> {
    const row = await this.#db.selectFrom('controllers').select('number').where('id', '=', id).executeTakeFirst();
    if (!row) throw new ProblemError('not-found', { detail: `The plant has no controller "${id}".` });
    return row.number;
  }

  /** Stores what a controller says about itself. It replaces what it said before. */
  async report(id: string, report: ControllerReport): Promise<void> {
    const now = this.#now();
    const values = {
      last_seen: new Date(now),
      report: JSON.stringify(report),
      reported: new Date(now),
      clock_ahead: Date.parse(report.clock.now) - now,
    };
    await this.#db
      .insertInto('controllers')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
  }

  /** The name under which people know a controller; its id before its first report. */
  async nameOf(id: string): Promise<string> {
    const row = await this.#db.selectFrom('controllers').select('report').where('id', '=', id).executeTakeFirst();
    return reportOf(row?.report ?? null)?.name ?? id;
  }

  /** By site, line and name. Those who ask while it is read share the answer: a crowd of pages costs no more than one. */
  list(): Promise<readonly PlantController[]> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #read(): Promise<PlantController[]> {
    const rows = await this.#db.selectFrom('controllers').selectAll().execute();
    const listed = rows.map((row) => ({ controller: this.#toController(row), place: placeOf(row) }));
    listed.sort((a, b) => a.place.map((text, index) => COLLATOR.compare(text, b.place[index] ?? '')).find((order) => order !== 0) ?? 0);
    return listed.map(({ controller }) => controller);
  }

  #toController(row: Selectable<PlantSchema['controllers']>): PlantController {
    const report = reportOf(row.report);
    return {
      id: row.id,
      firstSeen: row.first_seen.toISOString(),
      lastSeen: row.last_seen.toISOString(),
      isConnected: row.reported !== null && this.#now() - row.reported.getTime() < CONNECTED_FOR,
      ...(row.clock_ahead !== null && { clockAhead: row.clock_ahead }),
      ...(report && { report }),
    };
  }
}

function placeOf({ id, report }: { id: string; report: string | null }): string[] {
  const { site = '', line = '', name = '' } = reportOf(report) ?? {};
  return [site, line, name, id];
}
