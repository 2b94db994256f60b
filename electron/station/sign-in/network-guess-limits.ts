import type { Clock } from '../platform/system-clock.ts';
import { GuessLimits } from '../people/guess-limits.ts';
import { foldedName } from '../people/people-store.ts';
import { TokenBucket } from './token-bucket.ts';

/** Attempts of one address, whatever names it tries. */
const OF_ADDRESS = { size: 30, perSecond: 1 / 30 };
/** Attempts for one name from all addresses from which it has never signed in. */
const OF_NAME = { size: 20, perSecond: 1 / 60 };
/** Beyond this number of addresses or names the oldest is forgotten. */
const MAX_BUCKETS = 10_000;
const MAX_KNOWN = 1_000;

/** Where an attempt comes from, and for whom it is. */
export interface Attempt {
  address: string;
  name: string;
}

/**
 * Limits the attempts to sign in from other computers. Tested are, for one name: from each address five attempts, then one after waits that double up to
 * 15 minutes; from all addresses together 20 attempts and 60 more an hour. An address from which the person has signed in since the start does not count
 * for the latter, so that guesses from elsewhere do not lock out a person at the own tablet. Screens of the station's computer are never limited by this.
 */
export class NetworkGuessLimits {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #waits: GuessLimits;
  readonly #addresses = new Map<string, TokenBucket>();
  readonly #names = new Map<string, TokenBucket>();
  /** Addresses with names that have signed in there. */
  readonly #known = new Set<string>();

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
    this.#waits = new GuessLimits(clock);
  }

  /** Whether an attempt may be tested now. It counts as a wrong one until `succeeded`. */
  admit({ address, name }: Attempt): boolean {
    const key = keyOf({ address, name });
    if (this.#waits.waitOf(key) > 0) return false;
    if (!bucketOf(this.#addresses, address, { ...OF_ADDRESS, clock: this.#clock }).take()) return false;
    const isLimited = !this.#known.has(key);
    if (isLimited && !bucketOf(this.#names, foldedName(name.trim()), { ...OF_NAME, clock: this.#clock }).take()) return false;
    this.#waits.wrong(key);
    return true;
  }

  succeeded(attempt: Attempt): void {
    const key = keyOf(attempt);
    this.#waits.right(key);
    this.#known.delete(key);
    this.#known.add(key);
    forgetOldest(this.#known, MAX_KNOWN);
  }
}

function keyOf({ address, name }: Attempt): string {
  return JSON.stringify([address, foldedName(name.trim())]);
}

function bucketOf(buckets: Map<string, TokenBucket>, key: string, options: ConstructorParameters<typeof TokenBucket>[0]): TokenBucket {
  const bucket = buckets.get(key) ?? new TokenBucket(options);
  buckets.delete(key);
  buckets.set(key, bucket);
  forgetOldest(buckets, MAX_BUCKETS);
  return bucket;
}

function forgetOldest(entries: Map<string, unknown> | Set<string>, most: number): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= most) break;
    entries.delete(oldest);
  }
}
