import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import type { ClockState } from '#contract/api-v3/clock.ts';
import { AUDIT_CHAINS, type AuditChain, type AuditEntry, type AuditPage, type AuditQuery } from '#contract/api-v3/audit.ts';
import { searchBackwards } from '#storage/audit-chain/search-ranges.ts';
import { ChainedRecords, type NewRecord, type WrittenRecord } from '#storage/audit-chain/chained-records.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { GroupCommit } from '#storage/database/group-commit.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { AuditedValue } from '#storage/audit-chain/audited-value.ts';
import { entryBounds, findEntries } from './find-entries.ts';
import type { UseContent } from './use-content.ts';

/**
 * Records of triggers and of wrong keys that are stored at least; a use has one, and one for its outcome. The oldest signed hours beyond are removed. The
 * ledger has every print. What a person changed is kept until it is older than the setting says.
 */
const MIN_RECORDS = 500_000;
/** A longer path is cut; it could be as long as all headers. */
const MAX_PATH = 500;
/** Entries of an older version that are moved in one transaction. */
const MOVED_AT_ONCE = 5_000;

/** The operation of the record about records that were removed. */
const REMOVAL = 'RETENTION';

/** Triggers, so that a machine that prints all day does not evict what a person changed. */
const TRIGGER = /^(POST .*\/|TEXT |SPARKPLUG )trigger$/;

/** Wrong keys, so that a guesser does not evict what a person changed. */
const REFUSAL = /^wrong keys from /;

/** An operation that is about to take effect, and who asked for it. */
export interface KeyUse {
  /** The name of the key; empty without one, and for wrong keys. */
  keyName: string;
  /** The network address that the request came from; empty when no network was involved. */
  from?: string | undefined;
  /** The person for whom the sender says that it acts. The controller cannot check it. */
  person?: string | undefined;
  /** Method and route; `TEXT` and the method for the text protocol. */
  operation: string;
  path: string;
  requestId: string;
  /** What it replaces, and the body with which it was sent. */
  before?: AuditedValue | undefined;
  input?: AuditedValue | undefined;
}

export interface AuditOptions {
  db: ControllerDatabase;
  /** Gives the Ed25519 key that signs each hour. */
  signingKey: () => KeyObject;
  now: () => number;
  /** What the controller knows about its clock. */
  clockState?: (() => ClockState) | undefined;
  /** How many records of triggers and of wrong keys are stored at least. */
  minRecords?: number | undefined;
  /** Days that records are kept; null for all. Default: all. */
  keptDays?: (() => Promise<number | null>) | undefined;
  /** Logs that old records could not be removed. */
  report?: ((error: unknown) => void) | undefined;
  /** Makes a write that must not be lost and waits on a full disk. Resolves even while the write still waits. */
  keep?: ((write: () => Promise<unknown>) => Promise<void>) | undefined;
}

/** A use that was recorded. */
export interface RecordedUse {
  chain: AuditChain;
  number: number;
}

/** Stores the status of the response; `onFailure` is called when it could not be written. */
export type EndUse = (status: number, onFailure: (error: unknown) => void) => void;

/**
 * The audit log: append-only chains of records, each with the hash of the one before it, signed hour by hour. A use is recorded before the
 * operation, and its outcome afterwards in a record of its own.
 */
export class Audit {
  readonly #options: AuditOptions;
  readonly #records: ChainedRecords;
  /** Commits concurrent entries together. */
  readonly #commits: GroupCommit<ControllerSchema>;
  readonly #settling = new Set<Promise<void>>();
  #isRemoving = false;

  constructor(options: AuditOptions) {
    this.#options = options;
    this.#records = new ChainedRecords(options.signingKey, { key: '', operation: REMOVAL, path: '', requestId: '', status: 200 });
    this.#commits = new GroupCommit(options.db);
  }

  /** Moves the entries of a version without chains into them, each marked as `moved`: what they say cannot be proved for the time before. */
  async start(): Promise<void> {
    let isMore = true;
    while (isMore) isMore = await inTransaction(this.#options.db, (trx) => this.#moveOldest(trx));
  }

  /** Writes an entry durably. When this throws, the operation must not be executed. */
  async begin(use: KeyUse): Promise<RecordedUse> {
    return this.#insert(use, { at: this.#options.now() });
  }

  /** The same, and returns how its outcome is recorded. */
  async beginAwaited(use: KeyUse): Promise<EndUse> {
    const entry = await this.begin(use);
    return (status, onFailure) => this.end(entry, status, onFailure);
  }

  /**
   * The same without waiting, for operations that stop a printer, and for triggers, whose print the ledger stores durably before it is sent. An entry
   * that cannot be written now is written with its status when the disk accepts it, with the time of the operation.
   */
  beginUnawaited(use: KeyUse): EndUse {
    const { now, keep = async (write) => void (await write()) } = this.#options;
    const at = now();
    const entry = this.begin(use).catch(() => undefined);
    return (status, onFailure) => {
      const write = async () => {
        const recorded = await entry;
        if (recorded === undefined) await keep(() => this.#insert(use, { at, status }));
        else this.end(recorded, status, onFailure);
      };
      this.#settle(write(), onFailure);
    };
  }

  async #insert(use: KeyUse, outcome: { at: number; status?: number }): Promise<RecordedUse> {
    const chain = chainOf(use);
    const clock = this.#options.clockState?.();
    const { number } = await this.#append({ chain, at: outcome.at, content: contentOf(use, { ...outcome, clock }) });
    return { chain, number };
  }

  /** Removes old records in the background, when an hour was signed; `idle` waits for it. */
  #removeOldLater(): void {
    if (this.#isRemoving) return;
    this.#isRemoving = true;
    const removing = this.#removeOld().finally(() => (this.#isRemoving = false));
    this.#settle(removing, (error) => this.#options.report?.(error));
  }

  /** Signs the hours of every chain that are over, and removes what is too old. By age nothing is removed while the clock was set or is doubtful. */
  async #removeOld(): Promise<void> {
    const { now, clockState, keptDays, minRecords = MIN_RECORDS } = this.#options;
    const days = (clockState?.() ?? 'ok') === 'ok' ? await keptDays?.() : null;
    for (const chain of AUDIT_CHAINS) {
      await this.#commits.run((trx) => this.#records.sealEnded(trx, chain, now()), { isRepeatable: true });
      const retention = { days: days ?? undefined, minRecords: chain === 'changes' ? Infinity : minRecords };
      const removeSome = () =>
        this.#commits.run((trx) => this.#records.removeOldest(trx, chain, { now: now(), ...retention }), { isRepeatable: true });
      while (await removeSome()) await new Promise((resolve) => void setImmediate(resolve));
    }
  }

  async #append(record: NewRecord): Promise<WrittenRecord> {
    const written = await this.#commits.run((trx) => this.#records.append(trx, record), { isRepeatable: true });
    if (written.hasSealed) this.#removeOldLater();
    return written;
  }

  /** Records the status of an operation in the background; `idle` waits for it. `onFailure` is called when it could not be written. */
  end({ chain, number }: RecordedUse, status: number, onFailure: (error: unknown) => void): void {
    const at = this.#options.now();
    const content = { kind: 'outcome', at: new Date(at).toISOString(), of: number, status };
    this.#settle(this.#append({ chain, at, outcomeOf: number, content }), onFailure);
  }

  #settle(write: Promise<unknown>, onFailure: (error: unknown) => void): void {
    const settled = write.then(() => undefined, onFailure).finally(() => this.#settling.delete(settled));
    this.#settling.add(settled);
  }

  /** Records a refusal that belongs to no key, with its status. Rejects when it could not be written. */
  async recordRefusal(use: Omit<KeyUse, 'keyName'>, status: number): Promise<void> {
    await this.#insert({ ...use, keyName: '' }, { at: this.#options.now(), status });
  }

  /** Resolves when all statuses are written. */
  async idle(): Promise<void> {
    await Promise.all(this.#settling);
  }

  /** A page of entries of all chains that match, newest first. It may have fewer entries than its limit while there are more. */
  async page({ before, limit, ...filter }: AuditQuery): Promise<AuditPage> {
    const { db } = this.#options;
    const { items, next } = await searchBackwards<AuditEntry>({
      ...{ bounds: await entryBounds(db, filter), before, limit },
      find: (range) => findEntries(db, filter, range),
      numberOf: ({ id }) => id,
    });
    return { entries: items, next };
  }

  /** A chain as lines that `checkExport` can check without this database. */
  exportLines(chain: AuditChain): AsyncGenerator<string> {
    return this.#records.exportLines(this.#options.db, chain, this.#options.now());
  }

  /** Returns whether there were any. */
  async #moveOldest(trx: ControllerTransaction): Promise<boolean> {
    const rows = await trx.selectFrom('audit').selectAll().orderBy('id').limit(MOVED_AT_ONCE).execute();
    for (const { id, at, key_name: keyName, request_id: requestId, operation, path, status } of rows) {
      const use = { keyName, operation, path, requestId };
      const content = { ...contentOf(use, { at, ...(status !== null && { status }) }), moved: id };
      await this.#records.append(trx, { chain: chainOf(use), at, content });
    }
    const last = rows.at(-1);
    if (last) await sql`DELETE FROM audit WHERE id <= ${last.id}`.execute(trx);
    return last !== undefined;
  }
}

/** Whether an operation is a trigger: by HTTP, a line of the text protocol, or MQTT Sparkplug. */
export function isTrigger({ operation }: Pick<KeyUse, 'operation'>): boolean {
  return TRIGGER.test(operation);
}

function chainOf({ operation }: KeyUse): AuditChain {
  if (REFUSAL.test(operation)) return 'refusals';
  return isTrigger({ operation }) ? 'triggers' : 'changes';
}

interface Moment {
  at: number;
  clock?: ClockState | undefined;
  status?: number;
}

function contentOf(use: KeyUse, { at, clock, status }: Moment): UseContent {
  const { keyName, from, person, operation, path, requestId, before, input } = use;
  return {
    ...{
      kind: 'use' as const,
      at: new Date(at).toISOString(),
      key: keyName,
      operation,
      path: path.slice(0, MAX_PATH).toWellFormed(),
      requestId,
    },
    ...(clock !== undefined && { clock }),
    ...(from !== undefined && { from }),
    ...(person !== undefined && { person: person.toWellFormed() }),
    ...(before !== undefined && { before }),
    ...(input !== undefined && { input }),
    ...(status !== undefined && { status }),
  };
}
