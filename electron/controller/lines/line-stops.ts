import { EventEmitter } from 'node:events';
import { lineStopSchema, type LineRule, type LineStop } from '#contract/api-v3/controller-line.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import { afterCommit } from '#storage/database/open-transactions.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import type { Publish } from '../events/events.ts';
import type { Log } from '#process/log.ts';
import { TaskQueue } from '../platform/task-queue.ts';
import { tryStored } from '../stored-content/stored-json.ts';

/** The most ended stops that are kept, over all lines. */
const MAX_ENDED = 10_000;
/** How many ended stops a list has. */
const LISTED = 100;

export interface LineStopsOptions {
  db: ControllerDatabase;
  commits: GroupCommit<ControllerSchema>;
  disk: DiskGuard;
  /** Milliseconds since the epoch. */
  now: () => number;
  publish: Publish;
  log: Log;
}

/** Why a rule stops a line. */
export interface StopCause {
  rule: Exclude<LineRule, 'external-stop'>;
  printer: string;
  detail: string;
  count?: number;
  print?: number;
}

/** Who ends stops, and why. */
export interface StopEnd {
  /** Empty when the client gave no name. */
  by: string;
  reason: string;
}

/** A stop that is in memory; it gets its id when it is stored. */
interface OpenStop {
  line: string;
  stop: LineStop;
}

/** The stops of lines: they hold at once, are stored, and hold again after a restart until a person ends them. */
export class LineStops {
  /** The stops of a line have changed. */
  readonly changes = new EventEmitter<{ changed: [] }>();
  readonly #options: LineStopsOptions;
  readonly #writes = new TaskQueue();
  #open: OpenStop[] = [];

  constructor(options: LineStopsOptions) {
    this.#options = options;
  }

  /** Reads the stops that hold. Call it before anything prints. */
  async start(): Promise<void> {
    const { db, log } = this.#options;
    const rows = await db.selectFrom('line_stops').selectAll().where('ended', 'is', null).orderBy('id').execute();
    for (const { id, line, stop } of rows) {
      const read = tryStored(lineStopSchema, stop);
      if ('fault' in read) log.error(`stop ${id} of the line "${line}" is stored in a form that cannot be used: ${read.fault}`);
      else this.#open.push({ line, stop: { ...read.value, id } });
    }
  }

  /** Resolves when all stops until now are stored. */
  async idle(): Promise<void> {
    await this.#writes.idle();
  }

  /** The stops of a line that hold, oldest first. */
  of(line: string): LineStop[] {
    return this.#open.filter((open) => open.line === line).map(({ stop }) => stop);
  }

  /** Stops a line at once. Does nothing while the same rule stops it for the same printer. Never rejects. */
  stop(line: string, cause: StopCause): void {
    const isKnown = this.of(line).some(({ rule, printer }) => rule === cause.rule && printer === cause.printer);
    if (isKnown) return;
    const { now, log } = this.#options;
    const open: OpenStop = { line, stop: { ...cause, since: new Date(now()).toISOString() } };
    this.#open.push(open);
    log.warn(`the line "${line}" is stopped: ${cause.detail}`);
    this.changes.emit('changed');
    void this.#writes.run(() => this.#store(open));
  }

  /** Ends all stops of a line. Returns them. */
  async end(line: string, { by, reason }: StopEnd, trx: ControllerTransaction): Promise<LineStop[]> {
    const { now, publish } = this.#options;
    const ended = this.of(line);
    await trx
      .updateTable('line_stops')
      .set({ ended: now(), ended_by: by, reason })
      .where('line', '=', line)
      .where('ended', 'is', null)
      .execute();
    publish({ type: 'controller-lines:changed' }, trx);
    afterCommit(trx, () => {
      this.#open = this.#open.filter((open) => open.line !== line || !ended.includes(open.stop));
      this.changes.emit('changed');
    });
    return ended;
  }

  /** The newest stops of a line that have ended, newest first. */
  async ended(line: string): Promise<(LineStop & { ended: string; endedBy: string; reason: string })[]> {
    const rows = await this.#options.db
      .selectFrom('line_stops')
      .selectAll()
      .where('line', '=', line)
      .where('ended', 'is not', null)
      .orderBy('id', 'desc')
      .limit(LISTED)
      .execute();
    return rows.flatMap(({ id, stop, ended, ended_by: by, reason }) => {
      const read = tryStored(lineStopSchema, stop);
      if ('fault' in read || ended === null) return [];
      return [{ ...read.value, id, ended: new Date(ended).toISOString(), endedBy: by ?? '', reason: reason ?? '' }];
    });
  }

  /** The line has another name. */
  async renameLine({ name, to }: { name: string; to: string }, trx: ControllerTransaction): Promise<void> {
    await trx.updateTable('line_stops').set({ line: to }).where('line', '=', name).execute();
    afterCommit(trx, () => {
      for (const open of this.#open) if (open.line === name) open.line = to;
    });
  }

  /** A stop that ended before it was stored is not stored. */
  async #store(open: OpenStop): Promise<void> {
    const { commits, disk, publish, log } = this.#options;
    try {
      await disk.runWhenWritable(() =>
        commits.run(async (trx) => {
          if (!this.#open.includes(open)) return;
          publish({ type: 'controller-lines:changed' }, trx);
          const values = { line: open.line, stop: JSON.stringify(open.stop), ended: null, ended_by: null, reason: null };
          const { id } = await trx.insertInto('line_stops').values(values).returning('id').executeTakeFirstOrThrow();
          await trx
            .deleteFrom('line_stops')
            .where('ended', 'is not', null)
            .where('id', '<=', id - MAX_ENDED)
            .execute();
          afterCommit(trx, () => (open.stop = { ...open.stop, id }));
        }),
      );
    } catch (error) {
      log.error(`the stop of the line "${open.line}" could not be stored`, error);
    }
  }
}
