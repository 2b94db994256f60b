import { createHash } from 'node:crypto';
import { BlockList } from 'node:net';

/** How many different wrong keys count as mistakes, such as revoked keys or keys of another controller. */
const MISTAKES = 10;
/** How long an address waits after the first wrong key beyond that, in milliseconds. Each further one doubles it. */
const FIRST_WAIT = 1_000;
const MAX_WAIT = 60_000;
/** Without another wrong key for this long, in milliseconds, an address starts at zero again. */
const MEMORY = 15 * 60_000;
/** Tracks at most this many addresses; the oldest is forgotten beyond that. */
const MAX_ADDRESSES = 1_024;

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

interface Guesser {
  /** Hashes of the wrong keys that count as mistakes: the same key sent repeatedly counts once. */
  mistakes: Set<string>;
  guesses: number;
  /** Until when keys from this address are not checked. */
  until: number;
  last: number;
}

/**
 * E9: tracks addresses that send many different wrong keys and makes them wait increasingly long. Other addresses and the machine itself
 * never wait. Times are milliseconds of a monotonic clock.
 */
export class KeyGuesses {
  readonly #guessers = new Map<string, Guesser>();

  /** How many milliseconds keys from this address are still not checked. */
  wait(address: string, now: number): number {
    return Math.max(0, (this.#guessers.get(address)?.until ?? 0) - now);
  }

  /** Records a wrong key of an address. Returns whether it is the first one that makes the address wait. */
  record(address: string, key: string, now: number): boolean {
    if (isLoopback(address)) return false;
    const existing = this.#guessers.get(address);
    const guesser = existing && now - existing.last < MEMORY ? existing : this.#add(address);
    guesser.last = now;
    const hash = createHash('sha256').update(key).digest('base64');
    if (guesser.mistakes.has(hash)) return false;
    if (guesser.mistakes.size < MISTAKES) {
      guesser.mistakes.add(hash);
      return false;
    }
    guesser.until = now + Math.min(FIRST_WAIT * 2 ** guesser.guesses, MAX_WAIT);
    guesser.guesses += 1;
    return guesser.guesses === 1;
  }

  #add(address: string): Guesser {
    this.#guessers.delete(address);
    if (this.#guessers.size >= MAX_ADDRESSES) {
      for (const [eldest] of this.#guessers) {
        this.#guessers.delete(eldest);
        break;
      }
    }
    const guesser: Guesser = { mistakes: new Set(), guesses: 0, until: 0, last: 0 };
    this.#guessers.set(address, guesser);
    return guesser;
  }
}

function isLoopback(address: string): boolean {
  return LOOPBACK.check(address.replace(/^::ffff:/i, '')) || LOOPBACK.check(address, 'ipv6');
}
