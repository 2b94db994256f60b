import { createHash } from 'node:crypto';
import type { WantedItems } from '#contract/plant/library.ts';
import type { Log } from '#process/log.ts';
import type { LineLibrary } from '../library/line-library.ts';
import { retryDelay } from '../outgoing-http/retry-delay.ts';
import type { Timers } from '../platform/timers.ts';
import { WakeUp } from '../platform/wake-up.ts';
import { PlantFailure, type PlantClient } from './plant-client.ts';

/** Seconds for which the plant may keep a question until something has changed. */
const WAIT = 25;
/** Milliseconds from one question to the next, at least. */
const SHORTEST_ROUND = 500;
/** The longest pause after failures. */
const LONGEST_RETRY = 60_000;
/** Milliseconds after which what was refused is tried again. */
const RETRY_REFUSED = 3_600_000;
/** Bytes of contents that wait, for instance until a job has ended, and are not asked for again. */
const MAX_KEPT = 64 * 1024 * 1024;

export interface LibraryFollowerDeps {
  library: LineLibrary;
  client: Pick<PlantClient, 'wantedItems' | 'content' | 'putHoldings'>;
  /** Milliseconds of a clock that is never set. */
  monotonicNow: () => number;
  /** From 0 to 1. */
  random: () => number;
  timers: Timers;
  log: Log;
}

/** Follows the library of the plant: asks what this controller shall have, takes it, and reports what it has. */
export class LibraryFollower {
  readonly #deps: LibraryFollowerDeps;
  readonly #stop = new AbortController();
  readonly #pause: WakeUp;
  /** Contents by hash that are not taken yet. */
  readonly #contents = new Map<string, Buffer>();
  #loop: Promise<void> | undefined;
  /** Ends the question in progress. */
  #question = new AbortController();
  #wanted: WantedItems | undefined;
  /** Whether this controller differs from what it shall have. */
  #isLeft = false;
  #lastRetry: number;
  #reported = '';
  #failures = 0;
  #reason: string | undefined;

  constructor(deps: LibraryFollowerDeps) {
    this.#deps = deps;
    this.#pause = new WakeUp(deps.timers);
    this.#lastRetry = deps.monotonicNow();
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** Something has changed on this controller: an item that waits may be taken now. */
  retryNow(): void {
    if (this.#isLeft) this.#question.abort();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#pause.now();
    await this.#loop;
  }

  /** Why the last attempt failed, as a sentence; undefined after a success. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const { random, monotonicNow } = this.#deps;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const begin = monotonicNow();
      if (await this.#round()) await this.#wait(SHORTEST_ROUND - (monotonicNow() - begin));
      else await this.#wait(retryDelay(this.#failures, { random: random(), most: LONGEST_RETRY }));
    }
  }

  async #wait(milliseconds: number): Promise<void> {
    if (milliseconds > 0 && !this.#stop.signal.aborted) await this.#pause.wait(milliseconds);
  }

  async #round(): Promise<boolean> {
    const { client, library, log } = this.#deps;
    try {
      const news = await this.#ask();
      if (news) this.#wanted = news;
      if (this.#wanted && (news || this.#isLeft)) await this.#follow(this.#wanted, news !== undefined);
      const holdings = await library.holdings();
      const text = JSON.stringify(holdings);
      if (text !== this.#reported) await client.putHoldings(holdings, this.#stop.signal);
      this.#reported = text;
      this.#failures = 0;
      this.#reason = undefined;
      return true;
    } catch (error) {
      if (this.#stop.signal.aborted) return false;
      this.#failures += 1;
      const isOfPlant = error instanceof PlantFailure;
      if (!isOfPlant) log.error('the library of the plant could not be followed', error);
      else if (this.#failures === 1) log.warn(`the library of the plant could not be read: ${error.message}`);
      this.#reason = isOfPlant ? error.message : 'The library could not be followed. See the log of the controller.';
      return false;
    }
  }

  /** What this controller shall have, if that has changed since the last time. */
  async #ask(): Promise<WantedItems | undefined> {
    this.#question = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, this.#question.signal]);
    try {
      return await this.#deps.client.wantedItems({ revision: this.#wanted?.revision, wait: WAIT }, signal);
    } catch (error) {
      if (this.#question.signal.aborted) return undefined;
      throw error;
    }
  }

  async #follow({ items }: WantedItems, isNew: boolean): Promise<void> {
    const { library, monotonicNow } = this.#deps;
    const isRetry = isNew || monotonicNow() - this.#lastRetry >= RETRY_REFUSED;
    if (isRetry) this.#lastRetry = monotonicNow();
    // Until it is through, it counts as unfinished: a failure in between leaves the rest to the next round.
    this.#isLeft = true;
    this.#isLeft = await library.follow(items, { getContent: (hash) => this.#content(hash), isRetry });
    if (!this.#isLeft) this.#contents.clear();
  }

  async #content(hash: string): Promise<Buffer> {
    const kept = this.#contents.get(hash);
    if (kept) return kept;
    const content = await this.#deps.client.content(hash, this.#stop.signal);
    const found = createHash('sha256').update(content).digest('hex');
    if (found !== hash) throw new PlantFailure('The plant has sent another content than it has named.');
    const bytes = [...this.#contents.values()].reduce((sum, { length }) => sum + length, content.length);
    if (bytes > MAX_KEPT) this.#contents.clear();
    this.#contents.set(hash, content);
    return content;
  }
}
