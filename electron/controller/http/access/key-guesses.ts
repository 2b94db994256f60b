import { createHash } from 'node:crypto';
import { BlockList } from 'node:net';

/** So many different wrong keys are mistakes of people and machines: keys that were revoked, or of another controller. */
const MISTAKES = 10;
/** How long an address waits after the first key beyond them, in milliseconds. Each further one doubles it. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;
/** After so long without another wrong key an address begins anew. */
const MEMORY = 15 * 60_000;
/** More addresses than this are nobody's plant: the one known longest is forgotten. */
const MOST_ADDRESSES = 1_024;

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

interface Guesser {
  /** Hashes of the wrong keys that count as mistakes: the same one sent again and again is nobody who guesses. */
  mistakes: Set<string>;
  guesses: number;
  /** Until when its keys are not looked at. */
  until: number;
  last: number;
}

/**
 * E9: from which addresses many different wrong keys came. They wait, longer and longer; nobody else does. Whoever sits at the machine itself
 * is never made to wait. Moments are in milliseconds of a clock that nobody sets.
 */
export class KeyGuesses {
  readonly #guessers = new Map<string, Guesser>();

  /** How long the keys of an address are not looked at yet, in milliseconds. */
  wait(address: string, now: number): number {
    return Math.max(0, (this.#guessers.get(address)?.until ?? 0) - now);
  }

  /** A key that opened nothing came from an address. Returns whether it is the first that makes it wait. */
  tell(address: string, key: string, now: number): boolean {
    if (isLoopback(address)) return false;
    const known = this.#guessers.get(address);
    const guesser = known && now - known.last < MEMORY ? known : this.#meet(address);
    guesser.last = now;
    const hash = createHash('sha256').update(key).digest('base64');
    if (guesser.mistakes.has(hash)) return false;
    if (guesser.mistakes.size < MISTAKES) {
      guesser.mistakes.add(hash);
      return false;
    }
    guesser.until = now + Math.min(FIRST_WAIT * 2 ** guesser.guesses, LONGEST_WAIT);
    guesser.guesses += 1;
    return guesser.guesses === 1;
  }

  #meet(address: string): Guesser {
    this.#guessers.delete(address);
    if (this.#guessers.size >= MOST_ADDRESSES) {
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
