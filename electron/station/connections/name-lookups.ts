import { LRUCache } from 'lru-cache';
import dns, { type LookupAddress, type LookupAllOptions, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** A look-up that takes longer, in milliseconds, counts as slow: its name server does not answer. */
const SLOW = 1_000;
/** Slow names that are remembered: more than a station has connections. */
const MAX_SLOW = 256;

export interface NameLookupsOptions {
  /** The system's resolver. */
  resolve: (name: string, options: LookupAllOptions) => Promise<LookupAddress[]>;
  /** Monotonic time in milliseconds. */
  elapsed: () => number;
}

/**
 * D11: looks up the host names of controllers. libuv runs `getaddrinfo` on few threads, and a running call cannot be cancelled: names without
 * an answer would delay all others, those of commands too. Therefore each name has one look-up at a time, and names that were slow before are
 * looked up one after the other.
 */
export class NameLookups {
  readonly #options: NameLookupsOptions;
  readonly #open = new Map<string, Promise<LookupAddress[]>>();
  readonly #slow = new LRUCache<string, true>({ max: MAX_SLOW });
  #lastSlow: Promise<unknown> = Promise.resolve();

  constructor(options: NameLookupsOptions) {
    this.#options = options;
  }

  /** Replaces `dns.lookup` for sockets. */
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
    const running = this.#open.get(key);
    if (running) return running;
    const result = this.#schedule(name, options).finally(() => this.#open.delete(key));
    this.#open.set(key, result);
    return result;
  }

  #schedule(name: string, options: LookupOptions): Promise<LookupAddress[]> {
    if (!this.#slow.has(name)) return this.#resolve(name, options);
    const result = this.#lastSlow.then(() => this.#resolve(name, options));
    this.#lastSlow = result.catch(() => undefined);
    return result;
  }

  async #resolve(name: string, options: LookupOptions): Promise<LookupAddress[]> {
    const { resolve, elapsed } = this.#options;
    const start = elapsed();
    try {
      return await resolve(name, { ...options, all: true });
    } finally {
      if (elapsed() - start > SLOW) this.#slow.set(name, true);
      else this.#slow.delete(name);
    }
  }
}

/** One for the process: all its sockets share the threads of libuv. */
export const nameLookups = new NameLookups({
  resolve: (name, options) => {
    const { promise, resolve, reject } = Promise.withResolvers<LookupAddress[]>();
    dns.lookup(name, options, (error, addresses) => (error ? reject(error) : resolve(addresses)));
    return promise;
  },
  elapsed: () => performance.now(),
});
