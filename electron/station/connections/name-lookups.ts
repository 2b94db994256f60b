import { LRUCache } from 'lru-cache';
import dns, { type LookupAddress, type LookupAllOptions, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** A look-up that took longer has waited for somebody who does not answer, in milliseconds. */
const SLOW = 1_000;
/** Names that are known to be slow: more than a station has connections. */
const MOST_SLOW = 256;

export interface NameLookupsOptions {
  /** Asks the system. */
  ask: (name: string, options: LookupAllOptions) => Promise<LookupAddress[]>;
  /** Milliseconds that only ever grow. */
  elapsed: () => number;
}

/**
 * D11: names of controllers. The system looks up two names of a program at a time, and no time limit of ours ends that: names for which nobody
 * answers would keep all others waiting, those of orders too. So each is asked for once at a time, and those that were slow one after the other.
 */
export class NameLookups {
  readonly #options: NameLookupsOptions;
  readonly #open = new Map<string, Promise<LookupAddress[]>>();
  readonly #slow = new LRUCache<string, true>({ max: MOST_SLOW });
  #lastSlow: Promise<unknown> = Promise.resolve();

  constructor(options: NameLookupsOptions) {
    this.#options = options;
  }

  /** For sockets, in place of Node's own. */
  readonly lookup: LookupFunction = (name, { all = false, ...options }, callback) => {
    this.#find(name, options).then(
      (addresses) => {
        const [{ address, family } = { address: '', family: 0 }] = addresses;
        if (all) callback(null, addresses);
        else callback(null, address, family);
      },
      (error: Error) => callback(error, ''),
    );
  };

  #find(name: string, options: LookupOptions): Promise<LookupAddress[]> {
    const key = JSON.stringify([name, options]);
    const known = this.#open.get(key);
    if (known) return known;
    const found = this.#inTurn(name, options).finally(() => this.#open.delete(key));
    this.#open.set(key, found);
    return found;
  }

  #inTurn(name: string, options: LookupOptions): Promise<LookupAddress[]> {
    if (!this.#slow.has(name)) return this.#ask(name, options);
    const found = this.#lastSlow.then(() => this.#ask(name, options));
    this.#lastSlow = found.catch(() => undefined);
    return found;
  }

  async #ask(name: string, options: LookupOptions): Promise<LookupAddress[]> {
    const { ask, elapsed } = this.#options;
    const begun = elapsed();
    try {
      return await ask(name, { ...options, all: true });
    } finally {
      if (elapsed() - begun > SLOW) this.#slow.set(name, true);
      else this.#slow.delete(name);
    }
  }
}

/** Those of this process: all its sockets share what the system has for them. */
export const nameLookups = new NameLookups({
  ask: (name, options) => {
    const { promise, resolve, reject } = Promise.withResolvers<LookupAddress[]>();
    dns.lookup(name, options, (error, addresses) => (error ? reject(error) : resolve(addresses)));
    return promise;
  },
  elapsed: () => performance.now(),
});
