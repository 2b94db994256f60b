import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';

const DAY = 86_400_000;
/** Milliseconds after their retention time for which prints wait for the archive of the plant. */
const LONGEST_HOLD = 90 * DAY;
/** With less space on the disk no print waits: printing goes before the archive. */
const LEAST_FREE_BYTES = 1024 ** 3;

export interface ArchiveHoldDeps {
  db: ControllerDatabase;
  disk: Pick<DiskGuard, 'refusal'>;
  /** Bytes that are free on the disk of the database; undefined when the system does not say. */
  freeBytes: () => Promise<number | undefined>;
}

/** Which prints stay after their retention time because the archive of the plant does not have them yet. */
export class ArchiveHold {
  readonly #deps: ArchiveHoldDeps;

  constructor(deps: ArchiveHoldDeps) {
    this.#deps = deps;
  }

  /**
   * Of these prints, whose retention time ended at `before`: those that the archive lacks, and those of them that stay. None without a plant. Prints stay
   * for at most 90 days, and not while the disk is nearly full.
   */
  async of(prints: readonly { id: number; settled: number }[], before: number): Promise<{ unsent: Set<number>; held: Set<number> }> {
    const unsent = await this.#unsent(prints.map(({ id }) => id));
    if (unsent.size === 0 || (await this.#isDiskShort())) return { unsent, held: new Set() };
    const held = prints.filter(({ id, settled }) => unsent.has(id) && settled >= before - LONGEST_HOLD);
    return { unsent, held: new Set(held.map(({ id }) => id)) };
  }

  async #unsent(ids: readonly number[]): Promise<Set<number>> {
    const { db } = this.#deps;
    const cursor = await db.selectFrom('archive_cursor').select('through').executeTakeFirst();
    if (!cursor || ids.length === 0) return new Set();
    const changed = await db.selectFrom('archive_changes').select('print').where('print', 'in', ids).execute();
    return new Set([...ids.filter((id) => id > cursor.through), ...changed.map(({ print }) => print)]);
  }

  async #isDiskShort(): Promise<boolean> {
    const { disk, freeBytes } = this.#deps;
    return disk.refusal !== undefined || ((await freeBytes()) ?? Infinity) < LEAST_FREE_BYTES;
  }
}
