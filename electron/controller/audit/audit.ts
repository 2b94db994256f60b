import type { Selectable } from 'kysely';
import type { AuditEntry, AuditPage, AuditQuery } from '#contract/api-v3/audit.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import { GroupCommit } from '#storage/database/group-commit.ts';

/**
 * Entries stored per operation. The limit applies to each operation, so that a machine that triggers all day does not evict what a person
 * did.
 */
const MAX_ENTRIES = 250_000;
/** One operation for the wrong keys of all addresses, because the number of addresses is unlimited. */
const WRONG_KEYS = 'wrong keys';
/** A longer path is cut; it could be as long as all headers. */
const MAX_PATH = 500;

/** A use of a key that is about to take effect. */
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
  /** How many entries of each operation are stored; the oldest are deleted. */
  maxEntries?: number | undefined;
  /** Makes a write that must not be lost and waits on a full disk. Resolves even while the write still waits. */
  keep?: ((write: () => Promise<unknown>) => Promise<void>) | undefined;
}

/** Stores the status of the response; `onFailure` is called when it could not be written. */
export type EndUse = (status: number, onFailure: (error: unknown) => void) => void;

/**
 * The audit log of keys. Entries are written before the operation and completed with its status afterwards. The newest 250 000 of each
 * operation are stored.
 */
export class Audit {
  readonly #options: AuditOptions;
  /** Commits concurrent entries together. */
  readonly #commits: GroupCommit<ControllerSchema>;
  readonly #settling = new Set<Promise<void>>();

  constructor(options: AuditOptions) {
    this.#options = options;
    this.#commits = new GroupCommit(options.db);
  }

  /** Writes an entry durably and returns its id. When this throws, the operation must not be executed. */
  async begin(use: KeyUse): Promise<number> {
    return this.#insert(use, { at: this.#options.now(), status: null });
  }

  /**
   * The same without waiting, for operations that stop a printer. An entry that cannot be written now is written with its status when the
   * disk accepts it, with the time of the operation.
   */
  beginStop(use: KeyUse): EndUse {
    const { now, keep = async (write) => void (await write()) } = this.#options;
    const at = now();
    const entry = this.begin(use).catch(() => undefined);
    return (status, onFailure) => {
      const write = async () => {
        const id = await entry;
        if (id === undefined) await keep(() => this.#insert(use, { at, status }));
        else this.end(id, status, onFailure);
      };
      this.#settle(write(), onFailure);
    };
  }

  #insert({ keyName, operation, path, requestId }: KeyUse, outcome: { at: number; status: number | null }): Promise<number> {
    const { maxEntries = MAX_ENTRIES } = this.#options;
    const family = keyName === '' ? WRONG_KEYS : operation;
    const use = { ...outcome, key_name: keyName, operation, path: path.slice(0, MAX_PATH), request_id: requestId };
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
          .where('place', '<=', place - maxEntries)
          .execute();
        return id;
      },
      { isRepeatable: true },
    );
  }

  /** Stores the status of an operation in the background; `idle` waits for it. `onFailure` is called when it could not be written. */
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

  /** Resolves when all statuses are written. */
  async idle(): Promise<void> {
    await Promise.all(this.#settling);
  }

  /** A page of entries, newest first. */
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
