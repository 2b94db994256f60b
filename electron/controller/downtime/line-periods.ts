import { sql, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { LinePeriodsQuery } from '#contract/api-v3/downtime.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import type { Log } from '#process/log.ts';
import { TaskQueue } from '../platform/task-queue.ts';
import type { Activity } from './line-activity.ts';

/** The most periods that are stored, over all lines; the oldest are removed. */
const MAX_STORED = 500_000;

const DAY = 86_400_000;

export type PeriodRow = Selectable<ControllerSchema['line_periods']>;

/** A period that lasts; it gets its id when it is stored. */
export interface OpenPeriod extends Activity {
  line: string;
  /** Milliseconds since the epoch. */
  began: number;
  /** The id of the job of the line. */
  job: string | undefined;
  id?: number;
}

export interface LinePeriodsOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  db: ControllerDatabase;
  commits: GroupCommit<ControllerSchema>;
  disk: DiskGuard;
  log: Log;
}

/** Which periods of a line. */
type PeriodRange = Pick<LinePeriodsQuery, 'from' | 'to'>;

/** The periods of lines in the database. Writes are made in the order of the calls, and later while the disk is full. */
export class LinePeriods {
  readonly #options: LinePeriodsOptions;
  readonly #writes = new TaskQueue();
  #isSeenWaiting = false;

  constructor(options: LinePeriodsOptions) {
    this.#options = options;
  }

  /** Ends the periods that the last run of the controller left open when it was last seen running. Does not wait for a disk that accepts no write. */
  start(): void {
    void this.#write('the periods of the last run', (trx) =>
      trx
        .updateTable('line_periods')
        .set({ ended: sql`seen` })
        .where('ended', 'is', null)
        .execute(),
    );
  }

  /** Notes that the controller ran until now. Resolves when all writes are made, or as soon as the disk accepts none. */
  async stop(at: number): Promise<void> {
    const { disk, log } = this.#options;
    this.seen(at);
    try {
      await disk.orRejectWhenUnwritable(this.#writes.idle());
    } catch (error) {
      log.error('the last periods of the lines could not be stored', error);
    }
  }

  /**
   * Ends a period and begins the next one at the same moment, in one transaction. The moment is not before the begin of the period that
   * ends. The first period of a run does not begin before the end of the last one: what stops a line may be older.
   */
  next(ended: OpenPeriod | undefined, begun: OpenPeriod | undefined, at: number): void {
    void this.#write(`a period of the line "${(begun ?? ended)?.line}"`, async (trx) => {
      const earliest = ended ? ended.began : await this.#endOfLast(begun?.line, trx);
      const moment = Math.max(at, earliest);
      if (ended?.id !== undefined)
        await trx.updateTable('line_periods').set({ ended: moment, seen: moment }).where('id', '=', ended.id).execute();
      if (!begun) return;
      begun.began = moment;
      const { line, activity, detail, printer = null, job = null } = begun;
      const values = { line, activity, began: moment, seen: moment, detail, printer, job };
      const { id } = await trx.insertInto('line_periods').values(values).returning('id').executeTakeFirstOrThrow();
      begun.id = id;
      await trx
        .deleteFrom('line_periods')
        .where('id', '<=', id - MAX_STORED)
        .execute();
    });
  }

  /** The controller runs still: after a power failure, the periods that last end here. Does nothing while the last such write waits. */
  seen(at: number): void {
    if (this.#isSeenWaiting) return;
    this.#isSeenWaiting = true;
    void this.#write('the time of the periods that last', (trx) =>
      trx.updateTable('line_periods').set({ seen: at }).where('ended', 'is', null).execute(),
    ).finally(() => (this.#isSeenWaiting = false));
  }

  /** The periods that lie in a time, in whole or in part, oldest first. */
  async within(line: string, { from, to }: { from: number; to: number }): Promise<PeriodRow[]> {
    return this.#ofLine(line, { from, to }).orderBy('began').orderBy('id').execute();
  }

  /** All periods of a job on a line, oldest first. */
  async ofJob(line: string, job: string): Promise<PeriodRow[]> {
    const { db } = this.#options;
    return db.selectFrom('line_periods').selectAll().where('line', '=', line).where('job', '=', job).orderBy('began').execute();
  }

  /** Newest first, one more than `limit` if there are more. */
  async page(line: string, { before, limit, from, to, unexplainedFor }: PeriodsPage): Promise<PeriodRow[]> {
    let query = this.#ofLine(line, { from, to })
      .orderBy('id', 'desc')
      .limit(limit + 1);
    if (before !== undefined) query = query.where('id', '<', before);
    if (unexplainedFor !== undefined) query = this.#unexplained(query, unexplainedFor);
    return query.execute();
  }

  /** The stops of the last 24 hours that lasted for `asksAfter` seconds or longer and have no reason; 0 where `asksAfter` is null. */
  async countUnexplained(line: string, asksAfter: number | null): Promise<number> {
    if (asksAfter === null) return 0;
    const now = this.#options.now();
    const { stops } = await this.#unexplained(this.#ofLine(line, { from: now - DAY, to: undefined }), asksAfter * 1_000)
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('stops'))
      .executeTakeFirstOrThrow();
    return stops;
  }

  async find(line: string, id: number, db: ControllerDatabase | ControllerTransaction = this.#options.db): Promise<PeriodRow | undefined> {
    return db.selectFrom('line_periods').selectAll().where('line', '=', line).where('id', '=', id).executeTakeFirst();
  }

  async state(id: number, stated: { reason: string; note: string; by: string; at: number }, trx: ControllerTransaction): Promise<void> {
    const { reason, note, by, at } = stated;
    await trx.updateTable('line_periods').set({ reason, note, stated_by: by, stated_at: at }).where('id', '=', id).execute();
  }

  /** When the last period of a line ended, at the latest now: the clock may have been set back. 0 without one. */
  async #endOfLast(line: string | undefined, trx: ControllerTransaction): Promise<number> {
    if (line === undefined) return 0;
    const periods = trx.selectFrom('line_periods').select('ended').where('line', '=', line);
    const last = await periods.orderBy('began', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
    return Math.min(last?.ended ?? 0, this.#options.now());
  }

  /** Only stops without a reason of at least `least` milliseconds. */
  #unexplained(query: PeriodQuery, least: number) {
    return query
      .where('activity', '<>', 'running')
      .where('reason', 'is', null)
      .where(sql<boolean>`coalesce(ended, ${this.#options.now()}) - began >= ${least}`);
  }

  #ofLine(line: string, { from, to }: PeriodRange) {
    let query = this.#options.db.selectFrom('line_periods').selectAll().where('line', '=', line);
    if (to !== undefined) query = query.where('began', '<', to);
    if (from !== undefined) query = query.where((eb) => eb.or([eb('ended', 'is', null), eb('ended', '>', from)]));
    return query;
  }

  /** Never rejects. */
  async #write(what: string, make: (trx: ControllerTransaction) => Promise<unknown>): Promise<void> {
    const { commits, disk, log } = this.#options;
    await this.#writes.run(async () => {
      try {
        await disk.runWhenWritable(() => commits.run(make));
      } catch (error) {
        log.error(`${what} could not be stored`, error);
      }
    });
  }
}

type PeriodQuery = SelectQueryBuilder<ControllerSchema, 'line_periods', PeriodRow>;

interface PeriodsPage extends PeriodRange {
  before?: number | undefined;
  limit: number;
  /** Only stops without a reason of at least this many milliseconds. */
  unexplainedFor: number | undefined;
}
