import { ProblemError } from '#contract/problem.ts';
import type { Clock } from '../clock.ts';
import { valueOf, type Answer, type ControllerClient } from './controller-client.ts';
import { apiPath } from './controller-path.ts';
import { readCounters, readStatus } from './read-status.ts';
import type { PrintCounters } from '#contract/api-v3/print-counters.ts';
import type { FleetStatus } from '#contract/station/fleet.ts';

/** What one poll found out. `status` and `counters` are there only when they differ from the poll before. */
export type PollResult =
  { kind: 'answered'; status?: FleetStatus; counters?: PrintCounters } | { kind: 'missed'; reason: string; isUnreachable: boolean };

export interface PollerOptions {
  clock: Clock;
  /** Milliseconds between the starts of two polls. */
  interval: number;
  /** Longest time that one poll may take. */
  limit: number;
  /** 0 to 1: where in the interval the polls of this printer begin. */
  phase: number;
  printer: string;
  /** The way to the controller now, or why there is none. */
  reach: () => { client: ControllerClient } | { reason: string };
  /** The connection's epoch now: an answer to a question of an older one is dropped. */
  epoch: () => number;
  report: (result: PollResult) => void;
  /** Tells the log of a fault in this program. */
  fault: (error: unknown) => void;
}

/** Of one answer, in bytes: it stays in memory until the next one. A status of ours with the longest job has some 100 KB. */
const MOST_BYTES = 256 * 1024;

/**
 * Asks one printer for status and counters, once per interval and never twice at a time. After the machine slept, or a poll took
 * longer than the interval, it goes on with the next turn and catches nothing up. A poll out of turn leaves the rhythm as it is.
 * The same bytes as before cost no parsing.
 */
export class Poller {
  readonly #options: PollerOptions;
  #begun = 0;
  #status: Buffer | undefined;
  #counters: Buffer | undefined;
  #cancelNext: (() => void) | undefined;
  #running: AbortController | undefined;
  /** Something was done to the printer after the questions of the running poll were asked. */
  #isOvertaken = false;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  start(): void {
    const { clock, interval, phase } = this.#options;
    const delay = phase * interval;
    this.#begun = clock.elapsed() + delay;
    this.#cancelNext = clock.after(delay, () => void this.#turn());
  }

  stop(): void {
    this.#cancelNext?.();
    this.#running?.abort();
  }

  /** Asks out of turn: at once, or as soon as the running poll, which may not have seen it yet, has ended. */
  soon(): void {
    this.#isOvertaken = this.#running !== undefined;
    if (this.#isOvertaken) return;
    this.#cancelNext?.();
    void this.#turn();
  }

  async #turn(): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    const epoch = this.#options.epoch();
    const result = await this.#poll(running.signal);
    if (running.signal.aborted) return;
    this.#running = undefined;
    if (result.kind === 'missed' || epoch === this.#options.epoch()) this.#options.report(result);
    else this.#forget();
    if (this.#isOvertaken) this.soon();
    else this.#scheduleNext();
  }

  /** The next turn of this printer's own rhythm that still lies ahead. */
  #scheduleNext(): void {
    const { clock, interval } = this.#options;
    const rest = interval - ((clock.elapsed() - this.#begun) % interval);
    // A timer may fire a moment early: what is left of this turn is no turn of its own.
    const delay = rest < interval / 10 ? rest + interval : rest;
    this.#cancelNext = clock.after(delay, () => void this.#turn());
  }

  async #poll(signal: AbortSignal): Promise<PollResult> {
    const way = this.#options.reach();
    if ('reason' in way) {
      this.#forget();
      return { kind: 'missed', reason: way.reason, isUnreachable: false };
    }
    const { printer, limit } = this.#options;
    const ask = (path: string): Promise<Answer> => way.client.request({ method: 'GET', path, limit, maxBytes: MOST_BYTES, signal });
    try {
      const [status, counters] = await Promise.all([
        ask(apiPath`/printers/${printer}/status`),
        ask(apiPath`/printers/${printer}/printCounters`),
      ]);
      return this.#read(status, counters);
    } catch (error) {
      this.#forget();
      if (!(error instanceof ProblemError)) this.#options.fault(error);
      if (!(error instanceof ProblemError)) return { kind: 'missed', reason: 'The answer could not be read.', isUnreachable: false };
      return { kind: 'missed', reason: error.message, isUnreachable: error.slug === 'controller-unreachable' };
    }
  }

  #read(status: Answer, counters: Answer): PollResult {
    const result: PollResult = { kind: 'answered' };
    if (!isSame(this.#status, status)) result.status = readStatus(valueOf(status));
    if (!isSame(this.#counters, counters)) result.counters = readCounters(valueOf(counters));
    this.#status = status.body;
    this.#counters = counters.body;
    return result;
  }

  /** After a failure everything is read anew. */
  #forget(): void {
    this.#status = undefined;
    this.#counters = undefined;
  }
}

function isSame(before: Buffer | undefined, now: Answer): boolean {
  return before !== undefined && now.status === 200 && before.equals(now.body);
}
