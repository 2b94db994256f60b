import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { PageCheck } from './find-damage.ts';
import { removePatiently, writeDurably } from '../files/durable-file.ts';
import { DamagedDatabaseError, isDamage } from './sqlite-failure.ts';

const ENTRY = new URL('./damage-check-worker.ts', import.meta.url);
const END_LIMIT = 1_000;

/**
 * Checks tables for damage in a worker thread while the database is in use. Damage is recorded in a marker file: the next start checks all tables
 * before it opens the database.
 */
export class BackgroundCheck {
  readonly #check: PageCheck;
  #worker: Worker | undefined;

  constructor(check: PageCheck) {
    this.#check = check;
  }

  /** Resolves when all tables have been checked. Throws a `DamagedDatabaseError`. */
  async run(): Promise<void> {
    const { file } = this.#check;
    const damage = await this.#findDamage();
    if (damage !== undefined) throw markDamaged(file, damage);
  }

  /**
   * Stops the check; the promise of `run` then stays pending. The check of one table cannot be interrupted: this resolves after `limit` milliseconds
   * at most, and the thread goes on reading until the process ends.
   */
  async stop(limit = END_LIMIT): Promise<void> {
    this.#worker?.removeAllListeners();
    await Promise.race([this.#worker?.terminate(), wait(limit)]);
  }

  #findDamage(): Promise<string | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
    this.#worker = new Worker(ENTRY, { workerData: this.#check });
    this.#worker.once('message', resolve);
    this.#worker.once('error', reject);
    return promise;
  }
}

/** Whether damage was found in the file, or in the file that it replaced. */
export function isMarkedDamaged(file: string): boolean {
  return existsSync(markerOf(file));
}

/** The file has been repaired or replaced. */
export function unmarkDamaged(file: string): void {
  removePatiently(markerOf(file));
}

/** Records the damage that caused an error, if any, so that the next start checks all tables. Returns the error to throw. */
export function recordDamage(file: string, error: unknown): unknown {
  return isDamage(error) ? markDamaged(file, String(error)) : error;
}

/** If the marker cannot be written, the next start finds the damage only in the tables that it always checks. */
function markDamaged(file: string, damage: string): DamagedDatabaseError {
  const message = `The database ${file} is damaged`;
  try {
    writeDurably(markerOf(file), damage);
    return new DamagedDatabaseError(message, damage);
  } catch (error) {
    return new DamagedDatabaseError(`${message}, and the damage could not be recorded (${String(error)})`, damage);
  }
}

function markerOf(file: string): string {
  return `${file}.damaged`;
}
