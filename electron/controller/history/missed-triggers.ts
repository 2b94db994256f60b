import type { Selectable } from 'kysely';
import type { MissedTrigger, MissedTriggersPage, MissedTriggersQuery } from '#contract/api-v3/missed-trigger.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import { noPublish, type Publish } from '../events/events.ts';

/** The most missed triggers that are stored, over all printers: an unconnected photocell does not fill the disk. */
const MAX_STORED = 100_000;

export interface MissedTriggersOptions {
  db: ControllerDatabase;
  commits: GroupCommit<ControllerSchema>;
  /** Throws `not-found` for an unknown printer. */
  requirePrinter: (name: string) => void;
  publish?: Publish;
}

/** A trigger that made no print; `at` in milliseconds since the epoch. */
export interface NewMissedTrigger {
  printer: string;
  job: string | null;
  at: number;
  reason: string;
  /** How many products passed; 1 by default. */
  products?: number;
}

/** The missed triggers of all printers. The newest 100 000 are stored. */
export class MissedTriggers {
  readonly #options: MissedTriggersOptions;

  constructor(options: MissedTriggersOptions) {
    this.#options = options;
  }

  async record(missed: NewMissedTrigger): Promise<void> {
    const { commits, publish = noPublish } = this.#options;
    await commits.run(async (trx) => {
      const { printer, reason, job, products = 1 } = missed;
      const isIdle = job === null;
      publish({ type: 'trigger:missed', printer, reason, ...(products > 1 && { products }), ...(isIdle && { isIdle }) }, trx);
      const { id } = await trx.insertInto('missed_triggers').values(missed).returning('id').executeTakeFirstOrThrow();
      await trx
        .deleteFrom('missed_triggers')
        .where('id', '<=', id - MAX_STORED)
        .execute();
    });
  }

  /** Missed triggers of a printer, newest first. Throws `not-found` for an unknown printer. */
  async page(printer: string, { before, limit }: MissedTriggersQuery): Promise<MissedTriggersPage> {
    const { db, requirePrinter } = this.#options;
    requirePrinter(printer);
    let query = db
      .selectFrom('missed_triggers')
      .selectAll()
      .where('printer', '=', printer)
      .orderBy('id', 'desc')
      .limit(limit + 1);
    if (before !== undefined) query = query.where('id', '<', before);
    const rows = await query.execute();
    const shown = rows.slice(0, limit);
    const { total } = await db
      .selectFrom('missed_triggers')
      .select((count) => count.fn.coalesce(count.fn.sum<number>('products'), count.val(0)).as('total'))
      .where('printer', '=', printer)
      .executeTakeFirstOrThrow();
    return { missedTriggers: shown.map(toMissedTrigger), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null, total };
  }
}

function toMissedTrigger({ id, at, reason, job, products }: Selectable<ControllerSchema['missed_triggers']>): MissedTrigger {
  return { id, at: new Date(at).toISOString(), reason, ...(job !== null && { job }), ...(products > 1 && { products }) };
}
