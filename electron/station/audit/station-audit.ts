import { auditedValue, type AuditedValue } from '#storage/audit-chain/audited-value.ts';
import { searchBackwards } from '#storage/audit-chain/search-ranges.ts';
import { ChainedRecords } from '#storage/audit-chain/chained-records.ts';
import type { KeyObject } from 'node:crypto';
import type { StationAuditEntry } from '#contract/station/audit.ts';
import type { StationDatabase, StationTransaction } from '#storage/database/station-schema.ts';
import { BackgroundWrites } from '../platform/background-writes.ts';
import type { Clock } from '../platform/system-clock.ts';
import { CHAIN, findRecords, recordBounds, type StationRecordFilter } from './find-records.ts';

export interface StationAuditOptions {
  db: StationDatabase;
  clock: Clock;
  /** Gives the Ed25519 key that signs each hour. */
  signingKey: () => KeyObject;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** What happened at a screen, without its time. */
export interface AuditedCommand {
  /** Noun and verb, such as `printing.trigger`. */
  operation: string;
  /** Who did it; the account of the station when it has no people. */
  person: string;
  /** The second person who has confirmed it; undefined for what needs none. */
  confirmedBy?: string | undefined;
  /** Identifies the screen; empty for what no screen did. */
  screen: string;
  /** IP address of another computer; undefined for this one. */
  address?: string | undefined;
  connection?: string | undefined;
  controller?: string | undefined;
  /** What the command named: printers, a label, a table, a person. */
  subject?: string | undefined;
  /** What it was called with. Secrets are left out here. */
  input?: unknown;
  /** Undefined for a command that was done. */
  failure?: string | undefined;
}

interface Content extends Omit<AuditedCommand, 'input'> {
  kind: 'command';
  at: string;
  outcome: 'done' | 'failed';
  input?: AuditedValue;
}

/** The setting: how many days records are kept. */
const KEPT_DAYS = 'auditDays';
/** The operation of the record about records that were removed. */
const REMOVAL = 'audit.removeOldest';
const MAX_TEXT = 2_000;

/**
 * The audit log of the station: an append-only chain of what people did at its screens, each record with the hash of the one before it, signed hour by
 * hour. A record is written in the background after the command has ended: it delays no abort, and a full disk refuses no command. Records that wait
 * for a full disk are written when it accepts them.
 */
export class StationAudit {
  readonly #options: StationAuditOptions;
  readonly #records: ChainedRecords;
  /** Apart from the other writes of the station, which must not wait for a signing key that cannot be read. */
  readonly #writes: BackgroundWrites;

  constructor(options: StationAuditOptions) {
    this.#options = options;
    this.#records = new ChainedRecords(options.signingKey, { operation: REMOVAL, person: '', screen: '', outcome: 'done' });
    this.#writes = new BackgroundWrites(options);
  }

  add({ input, failure, ...command }: AuditedCommand): void {
    const at = Math.round(this.#options.clock.now());
    const content: Content = {
      ...{ kind: 'command' as const, at: new Date(at).toISOString(), ...wellFormed(command) },
      outcome: failure === undefined ? 'done' : 'failed',
      ...(input !== undefined && { input: auditedValue(input, isSecretOf(command.operation)) }),
      ...(failure !== undefined && { failure: wellFormedText(failure) }),
    };
    this.#writes.add(async (trx) => {
      const { hasSealed } = await this.#records.append(trx, { chain: CHAIN, at, content: { ...content } });
      if (hasSealed) this.#removeOldLater();
    });
  }

  /** Removes what is too old, when an hour was signed. */
  #removeOldLater(): void {
    this.#writes.add(async (trx) => {
      const retention = { now: Math.round(this.#options.clock.now()), days: (await this.keptDays(trx)) ?? undefined, minRecords: Infinity };
      if (await this.#records.removeOldest(trx, CHAIN, retention)) this.#removeOldLater();
    });
  }

  /** Days that records are kept; null for all of them. */
  async keptDays(db: StationDatabase | StationTransaction = this.#options.db): Promise<number | null> {
    const row = await db.selectFrom('settings').select('value').where('key', '=', KEPT_DAYS).executeTakeFirst();
    return row === undefined ? null : Number(row.value);
  }

  /** Older records are removed when the next hour is signed. */
  async keepDays(days: number | null): Promise<void> {
    const { db } = this.#options;
    if (days === null) await db.deleteFrom('settings').where('key', '=', KEPT_DAYS).execute();
    else
      await db
        .replaceInto('settings')
        .values({ key: KEPT_DAYS, value: String(days) })
        .execute();
  }

  /** Resolves when everything that was added is written, or could not be. */
  async flush(): Promise<void> {
    await this.#writes.flush();
  }

  async stop(): Promise<void> {
    await this.#writes.stop();
  }

  /** A page of entries that match, newest first, with numbers below `before`. It may have fewer entries than its limit while there are more. */
  async list(
    filter: StationRecordFilter,
    { before, limit }: { before?: number | undefined; limit: number },
  ): Promise<{ entries: StationAuditEntry[]; next: number | null }> {
    await this.flush();
    const { db } = this.#options;
    const { items, next } = await searchBackwards<StationAuditEntry>({
      ...{ bounds: await recordBounds(db, filter), before, limit },
      find: (range) => findRecords(db, filter, range),
      numberOf: ({ number }) => number,
    });
    return { entries: items, next };
  }

  /** The log as lines that `checkExport` can check without this database. */
  async *exportLines(): AsyncGenerator<string> {
    await this.flush();
    yield* this.#records.exportLines(this.#options.db, CHAIN, Math.round(this.#options.clock.now()));
  }
}

/** Keys of controllers and plants, badges, and passphrases of set-up files are secrets of the station's own commands. */
function isSecretOf(operation: string): (field: string) => boolean {
  const hasKey = operation.startsWith('connections.') || operation.startsWith('plant.');
  return (field) => field === 'badge' || field === 'passphrase' || (hasKey && field === 'key');
}

function wellFormed(command: Omit<AuditedCommand, 'input' | 'failure'>) {
  const fields = Object.entries(command).filter((field): field is [string, string] => typeof field[1] === 'string');
  return Object.fromEntries(fields.map(([name, text]) => [name, wellFormedText(text)])) as typeof command;
}

/** Texts are cut; half a character has no canonical form. */
function wellFormedText(text: string): string {
  return text.slice(0, MAX_TEXT).toWellFormed();
}
