import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { PageCheck } from './check-pages.ts';
import { removePatiently, writeDurably } from './durable-file.ts';
import { DamagedDatabaseError, isDamage } from './sqlite-failure.ts';

const ENTRY = new URL('./check-worker.ts', import.meta.url);
const END_LIMIT = 1_000;

/**
 * Looks for damage in a thread of its own while others work with the database. What is found is written down beside the file: it is not
 * opened again until a check of all of it finds nothing.
 */
export class LaterCheck {
  readonly #check: PageCheck;
  #worker: Worker | undefined;

  constructor(check: PageCheck) {
    this.#check = check;
  }

  /** Resolves when everything was looked at. Throws a `DamagedDatabaseError`. */
  async run(): Promise<void> {
    const { file } = this.#check;
    const damage = await this.#look();
    if (damage !== undefined) throw markDamaged(file, damage);
  }

  /**
   * Looks no more. What `run` has returned then stays open. A look at one table cannot be interrupted: after `limit` milliseconds it goes on while
   * others finish their prints, and reads until the process ends.
   */
  async stop(limit = END_LIMIT): Promise<void> {
    this.#worker?.removeAllListeners();
    await Promise.race([this.#worker?.terminate(), wait(limit)]);
  }

  #look(): Promise<string | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
    this.#worker = new Worker(ENTRY, { workerData: this.#check });
    this.#worker.once('message', resolve);
    this.#worker.once('error', reject);
    return promise;
  }
}

/** Whether damage was found in the file, or in the one that was in its place. */
export function isMarkedDamaged(file: string): boolean {
  return existsSync(markOf(file));
}

/** The file is whole again, or another one. */
export function unmarkDamaged(file: string): void {
  removePatiently(markOf(file));
}

/** What a failure means for whoever cannot go on after it: damage that it came upon is written down, and the next start looks at everything first. */
export function judgeDamage(file: string, error: unknown): unknown {
  return isDamage(error) ? markDamaged(file, String(error)) : error;
}

/** Without the mark the next start finds the damage only where it looks in any case: that it is damaged is said all the same. */
function markDamaged(file: string, damage: string): DamagedDatabaseError {
  const what = `The database ${file} is damaged`;
  try {
    writeDurably(markOf(file), damage);
    return new DamagedDatabaseError(what, damage);
  } catch (error) {
    return new DamagedDatabaseError(`${what}, which could not be written down (${String(error)})`, damage);
  }
}

function markOf(file: string): string {
  return `${file}.damaged`;
}
