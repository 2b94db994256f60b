import type { Selectable } from 'kysely';
import type { Gap, GapsPage, GapsQuery } from '#contract/api-v3/gap.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/controller-schema.ts';
import type { GroupCommit } from '#storage/group-commit.ts';
import { tellNobody, type Tell } from '../events/events.ts';

/** As many are kept, of all printers together: a photocell that nobody feeds does not fill the disk. */
const GAPS_KEPT = 100_000;

export interface GapsOptions {
  db: ControllerDatabase;
  commits: GroupCommit<ControllerSchema>;
  /** Throws `not-found` for a printer that is not there. */
  requirePrinter: (name: string) => void;
  tell?: Tell;
}

/** A trigger that made no print; `at` in milliseconds since the epoch. */
export interface MissedTrigger {
  printer: string;
  job: string | null;
  at: number;
  reason: string;
}

/** The triggers that made no print, of all printers. The newest 100 000 are kept. */
export class Gaps {
  readonly #options: GapsOptions;

  constructor(options: GapsOptions) {
    this.#options = options;
  }

  async record(gap: MissedTrigger): Promise<void> {
    const { commits, tell = tellNobody } = this.#options;
    await commits.run(async (trx) => {
      tell({ type: 'trigger:missed', printer: gap.printer, reason: gap.reason }, trx);
      const { id } = await trx.insertInto('trigger_gaps').values(gap).returning('id').executeTakeFirstOrThrow();
      await trx
        .deleteFrom('trigger_gaps')
        .where('id', '<=', id - GAPS_KEPT)
        .execute();
    });
  }

  /** Gaps of a printer, newest first. Throws `not-found` for an unknown printer. */
  async page(printer: string, { before, limit }: GapsQuery): Promise<GapsPage> {
    const { db, requirePrinter } = this.#options;
    requirePrinter(printer);
    let query = db
      .selectFrom('trigger_gaps')
      .selectAll()
      .where('printer', '=', printer)
      .orderBy('id', 'desc')
      .limit(limit + 1);
    if (before !== undefined) query = query.where('id', '<', before);
    const rows = await query.execute();
    const shown = rows.slice(0, limit);
    return { gaps: shown.map(toGap), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
  }
}

function toGap({ id, at, reason, job }: Selectable<ControllerSchema['trigger_gaps']>): Gap {
  return { id, at: new Date(at).toISOString(), reason, ...(job !== null && { job }) };
}
