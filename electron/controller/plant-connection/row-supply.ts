import type { ControllerRowRun } from '#contract/plant/row-run.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import type { Log } from '#process/log.ts';
import type { PlantRows, PlantRun } from '../queue/plant-rows.ts';
import type { SharingJobs } from '../queue/sharing-jobs.ts';
import type { PlantClient } from './plant-client.ts';
import { plantRefusal, type PlantTask } from './plant-loop.ts';
import type { SerialSupplyDeps } from './serial-supply.ts';

/**
 * A run holds rows for three minutes ahead, by what the controller has printed in the last half hour, and not fewer than this: few enough that a slow line
 * does not hold up the end of the run.
 */
const FEWEST_AHEAD = 100;
const MOST_AHEAD = 100_000;
const MINUTES_AHEAD = 3;
const QUARTER = 15 * 60_000;
const QUARTERS = 2;

export interface RowSupplyDeps {
  db: ControllerDatabase;
  plantRows: PlantRows;
  sharing: Pick<SharingJobs, 'receive' | 'settle'>;
  client: Pick<PlantClient, 'leaseRows' | 'reportRows' | 'rows'>;
  write: SerialSupplyDeps['write'];
  newId: () => string;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Log;
}

/** Gets rows of runs from the plant before they are needed, says which are printed, and gives back those that no job needs any more. */
export class RowSupply implements PlantTask {
  readonly activity = 'getting rows from the plant';
  readonly #deps: RowSupplyDeps;

  constructor(deps: RowSupplyDeps) {
    this.#deps = deps;
  }

  /** Call it soon when rows were printed, or a job has begun or ended. */
  async run(signal: AbortSignal): Promise<boolean> {
    const { db, plantRows, sharing, write } = this.#deps;
    const runs = await plantRows.runs(db);
    if (runs.length === 0) return true;
    const ahead = await this.#rowsAhead();
    let isWell = true;
    for (const run of runs) {
      await write((trx) => sharing.settle(run, trx));
      const refusal = await plantRefusal(signal, () => this.#exchange(run, ahead, signal));
      if (refusal === undefined) continue;
      isWell = false;
      await this.#refused(run, refusal);
    }
    return isWell;
  }

  /** Reports what became of rows, gets a block if the run has too few, and otherwise asks how far the run is. */
  async #exchange(run: PlantRun, ahead: number, signal: AbortSignal): Promise<void> {
    const { client } = this.#deps;
    await this.#report(run, signal);
    const block = await this.#blockFor(run, ahead);
    if (block) await this.#receive(run, await client.leaseRows(run.name, { ...block, content: run.content }, signal));
    else if (run.isQueued || run.hasBlocks) await this.#receive(run, await client.rows(run.name, signal));
  }

  async #report({ allocation, name }: PlantRun, signal: AbortSignal): Promise<void> {
    const { db, client, plantRows, write } = this.#deps;
    for (;;) {
      const found = await plantRows.unreported(allocation, db);
      if (!found) return;
      await client.reportRows(name, found.report, signal);
      await write((trx) => plantRows.reported(found.ids, trx));
    }
  }

  /** The block that the plant is to be asked for: one that was asked for before, or a new one; undefined if none is needed. */
  async #blockFor({ allocation, isCurrent, left }: PlantRun, ahead: number) {
    const { db, plantRows, write, newId } = this.#deps;
    const asked = await plantRows.asked(allocation, db);
    if (asked || !isCurrent || left >= ahead) return asked;
    const block = { request: newId(), size: ahead };
    await write((trx) => plantRows.ask(allocation, block, trx));
    return block;
  }

  async #receive({ allocation }: PlantRun, answer: ControllerRowRun): Promise<void> {
    const { sharing, write } = this.#deps;
    await write((trx) => sharing.receive(allocation, answer, trx));
  }

  /** The jobs of the run say why they have no rows. */
  async #refused({ allocation, name }: PlantRun, refusal: string): Promise<void> {
    const { sharing, write, log } = this.#deps;
    const isOther = await write((trx) => sharing.receive(allocation, { refusal }, trx));
    if (isOther) log.warn(`the run "${name}" got no rows from the plant: ${refusal}`);
  }

  /** How many rows a run should have here. */
  async #rowsAhead(): Promise<number> {
    const { db, now } = this.#deps;
    const first = Math.floor(now() / QUARTER) - QUARTERS + 1;
    const { printed } = await db
      .selectFrom('history_quarters')
      .select(({ fn }) => fn.sum<number | null>('count').as('printed'))
      .where('quarter', '>=', first)
      .executeTakeFirstOrThrow();
    const minutes = (now() - first * QUARTER) / 60_000;
    return Math.min(MOST_AHEAD, Math.max(FEWEST_AHEAD, Math.ceil(((printed ?? 0) / minutes) * MINUTES_AHEAD)));
  }
}
