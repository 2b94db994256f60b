import type { Selectable } from 'kysely';
import type { AuditEntry, AuditPage, AuditQuery } from '#contract/api-v3/audit.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/controller-schema.ts';
import { GroupCommit } from '#storage/group-commit.ts';

/** As many are kept of each operation: a machine that triggers all day neither fills the disk nor pushes out what a person did. */
const ENTRIES_KEPT = 250_000;
/** One family for all of them: they name the address that they came from, and of addresses there is no end. */
const WRONG_KEYS = 'wrong keys';
/** A path may be as long as all headers; this names what was meant. */
const LONGEST_PATH = 500;

/** A use of a key that is about to happen. */
export interface KeyUse {
  keyName: string;
  /** Method and route. */
  operation: string;
  path: string;
  requestId: string;
}

export interface AuditOptions {
  db: ControllerDatabase;
  now: () => number;
  /** As many entries are kept of each operation; the oldest go. */
  kept?: number | undefined;
  /** Makes a write that must not be lost, which waits for room on a full disk; resolves also while it waits. */
  keep?: ((write: () => Promise<unknown>) => Promise<void>) | undefined;
}

/** The outcome of a use: the status of its answer, and who hears when it could not be written. */
export type EndUse = (status: number, onFailure: (error: unknown) => void) => void;

/** What was done with keys: entries are written before the deed, and get its outcome afterwards. The newest 250 000 of each operation are kept. */
export class Audit {
  readonly #options: AuditOptions;
  /** Of those who act at the same time many are written down with one commit. */
  readonly #commits: GroupCommit<ControllerSchema>;
  readonly #settling = new Set<Promise<void>>();

  constructor(options: AuditOptions) {
    this.#options = options;
    this.#commits = new GroupCommit(options.db);
  }

  /** Writes a use down, durably, and returns the entry's id. What it is about must not happen when this throws. */
  async begin(use: KeyUse): Promise<number> {
    return this.#insert(use, { at: this.#options.now(), status: null });
  }

  /**
   * The same for a use that stops a printer, which waits for nothing: where the entry cannot be written now, it is written with its outcome when
   * the disk takes it, under the moment of the use.
   */
  beginStop(use: KeyUse): EndUse {
    const { now, keep = async (write) => void (await write()) } = this.#options;
    const at = now();
    const begun = this.begin(use).catch(() => undefined);
    return (status, onFailure) => {
      const write = async () => {
        const id = await begun;
        if (id === undefined) await keep(() => this.#insert(use, { at, status }));
        else this.end(id, status, onFailure);
      };
      this.#settle(write(), onFailure);
    };
  }

  #insert({ keyName, operation, path, requestId }: KeyUse, outcome: { at: number; status: number | null }): Promise<number> {
    const { kept = ENTRIES_KEPT } = this.#options;
    const family = keyName === '' ? WRONG_KEYS : operation;
    const use = { ...outcome, key_name: keyName, operation, path: path.slice(0, LONGEST_PATH), request_id: requestId };
    return this.#commits.run(
      async (trx) => {
        const last = await trx
          .selectFrom('audit')
          .select('place')
          .where('family', '=', family)
          .orderBy('place', 'desc')
          .limit(1)
          .executeTakeFirst();
        const place = (last?.place ?? 0) + 1;
        const values = { ...use, family, place };
        const { id } = await trx.insertInto('audit').values(values).returning('id').executeTakeFirstOrThrow();
        await trx
          .deleteFrom('audit')
          .where('family', '=', family)
          .where('place', '<=', place - kept)
          .execute();
        return id;
      },
      { isRepeatable: true },
    );
  }

  /** Adds how the use ended. Nobody waits for it but `idle`; `onFailure` hears when it could not be written. */
  end(id: number, status: number, onFailure: (error: unknown) => void): void {
    const write = this.#commits.run((trx) => trx.updateTable('audit').set({ status }).where('id', '=', id).execute(), {
      isRepeatable: true,
    });
    this.#settle(write, onFailure);
  }

  #settle(write: Promise<unknown>, onFailure: (error: unknown) => void): void {
    const settled = write.then(() => undefined, onFailure).finally(() => this.#settling.delete(settled));
    this.#settling.add(settled);
  }

  /** Resolves when every outcome is written. */
  async idle(): Promise<void> {
    await Promise.all(this.#settling);
  }

  /** Entries, newest first. */
  async page({ before, limit }: AuditQuery): Promise<AuditPage> {
    let query = this.#options.db
      .selectFrom('audit')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit + 1);
    if (before !== undefined) query = query.where('id', '<', before);
    const rows = await query.execute();
    const shown = rows.slice(0, limit);
    return { entries: shown.map(toEntry), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
  }
}

function toEntry({ id, at, key_name, operation, path, request_id, status }: Selectable<ControllerSchema['audit']>): AuditEntry {
  return {
    ...{ id, at: new Date(at).toISOString(), key: key_name, operation, path, requestId: request_id },
    ...(status !== null && { status }),
  };
}
