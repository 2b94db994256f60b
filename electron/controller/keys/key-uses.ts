import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { silentLog, type Log } from '#process/log.ts';
import { processTimers, type TimerHandle, type Timers } from '../platform/timers.ts';

const MINUTE = 60_000;

export interface KeyUsesOptions {
  db: ControllerDatabase;
  /** Milliseconds since the epoch. */
  now: () => number;
  timers?: Timers | undefined;
  log?: Log | undefined;
}

/**
 * The minute in which each key was last used. Kept in memory and written to the database once a minute, so that no request waits for it: what was not
 * written yet when the controller is killed, or while the disk is full, is lost.
 */
export class KeyUses {
  readonly #options: KeyUsesOptions;
  readonly #timers: Timers;
  readonly #lastUsed = new Map<number, number>();
  readonly #unwritten = new Set<number>();
  #timer: TimerHandle | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: KeyUsesOptions) {
    this.#options = options;
    this.#timers = options.timers ?? processTimers;
  }

  /** Records a use of the key with this id. */
  record(id: number): void {
    const minute = Math.floor(this.#options.now() / MINUTE) * MINUTE;
    if (this.#lastUsed.get(id) === minute) return;
    this.#lastUsed.set(id, minute);
    this.#unwritten.add(id);
    this.#timer ??= this.#timers.setTimeout(() => {
      this.#timer = undefined;
      this.#writing = this.#write();
    }, MINUTE);
  }

  /** The last uses by the ids of the keys, in milliseconds since the epoch. */
  async read(): Promise<ReadonlyMap<number, number>> {
    const stored = await this.#options.db.selectFrom('api_key_uses').selectAll().execute();
    return new Map([...stored.map(({ key, at }) => [key, at] as const), ...this.#lastUsed]);
  }

  /** Writes what is not written yet. Never rejects. */
  async stop(): Promise<void> {
    if (this.#timer !== undefined) this.#timers.clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
    if (this.#unwritten.size > 0) await this.#write();
  }

  async #write(): Promise<void> {
    const { db, log = silentLog } = this.#options;
    const values = [...this.#unwritten].map((key) => ({ key, at: this.#lastUsed.get(key) ?? 0 }));
    this.#unwritten.clear();
    try {
      await inTransaction(db, (trx) =>
        trx
          .insertInto('api_key_uses')
          .values(values)
          .onConflict((conflict) => conflict.column('key').doUpdateSet(({ ref }) => ({ at: ref('excluded.at') })))
          .execute(),
      );
    } catch (error) {
      log.warn('the last uses of API keys could not be written', error);
    }
  }
}
