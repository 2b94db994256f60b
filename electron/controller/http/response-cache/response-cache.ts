import type { CacheValidator, DataVersion } from '#controller/controller.ts';

/** A response as fastify sent it. */
export interface CachedResponse {
  /** The pattern of its route. */
  route: string;
  etag: string;
  body: string;
  /** Names and values in turn. */
  headers: string[];
  /** The headers of the 304 response. */
  notModifiedHeaders: string[];
  validator: Pick<CacheValidator, 'version'>;
  /** The version before anything was read, equal to the version afterwards. */
  version: DataVersion;
}

/** The capacity of the cache: the status of some thousand printers. The oldest responses are evicted. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** A longer response would evict too many others. */
const MAX_BODY = MAX_CHARACTERS / 16;
/** What a response takes in addition to its body. */
const HEAD_CHARACTERS = 1_024;

/**
 * Serves cached responses until data that a response was built from is written. Stations poll often, and mostly nothing has changed.
 *
 * The promise: a cached response equals, byte for byte, what the server would send at this moment. Only the server's own responses are
 * stored, and only if none of their data changed while they were built (`CacheValidator.version`, before and after). Each request compares
 * the versions, which are change counters, before a response is served; nothing expires by time. A response with state that has no counter
 * is not stored: a status with errors, a doubtful clock, a full disk.
 *
 * `cacheResponses` stores responses after all other hooks, for routes with `config.validator`. `serveFromCache` serves them in front of
 * fastify, to plain requests that the guard and the budget admit; all other requests pass through the whole server.
 */
export class ResponseCache {
  /** By the exact target of the request. */
  readonly #responses = new Map<string, CachedResponse>();
  #characters = 0;
  #isClosed = false;

  /** Stores a response, replacing an earlier one for this target. */
  put(target: string, response: CachedResponse): void {
    this.#delete(target);
    if (sizeOf(response) > MAX_BODY) return;
    this.#responses.set(target, response);
    this.#characters += sizeOf(response);
    for (const eldest of this.#responses.keys()) {
      if (this.#characters <= MAX_CHARACTERS) break;
      this.#delete(eldest);
    }
  }

  /** Updates the version of a stored response that was built again and has not changed. */
  renew(target: string, etag: string, version: DataVersion): void {
    const existing = this.#responses.get(target);
    if (existing?.etag === etag) this.put(target, { ...existing, version });
  }

  /** The stored response, if it is current. */
  find(target: string): CachedResponse | undefined {
    const response = this.#responses.get(target);
    return response && !this.#isClosed && isSame(response.version, response.validator.version()) ? response : undefined;
  }

  /** Serves nothing from now on. */
  close(): void {
    this.#isClosed = true;
    this.#responses.clear();
  }

  #delete(target: string): void {
    const existing = this.#responses.get(target);
    if (!existing) return;
    this.#responses.delete(target);
    this.#characters -= sizeOf(existing);
  }
}

function sizeOf({ body }: CachedResponse): number {
  return HEAD_CHARACTERS + body.length;
}

/** Whether two versions are equal; false if one of them is undefined. */
export function isSame(before: DataVersion | undefined, after: DataVersion | undefined): boolean {
  return before !== undefined && after !== undefined && before.every((count, index) => count === after[index]);
}
