const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/** Which server is tried next, and when. All are tried in turn before there is a pause, which doubles up to 30 s. */
export class ServerWalk {
  readonly #count: number;
  #at = 0;
  #failures = 0;

  constructor(count: number) {
    this.#count = count;
  }

  /** The index of the server to be tried. */
  get current(): number {
    return this.#at;
  }

  /** A session has begun. */
  succeeded(): void {
    this.#failures = 0;
  }

  /** The server was lost, refused, or its host is offline: goes on to the next one. Returns the pause before it, in milliseconds. */
  failed(): number {
    this.#at = (this.#at + 1) % this.#count;
    this.#failures += 1;
    const rounds = Math.floor(this.#failures / this.#count);
    if (this.#failures % this.#count !== 0) return 0;
    return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (rounds - 1));
  }
}
