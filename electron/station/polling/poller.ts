import { ProblemError } from '#contract/problem.ts';
import type { Clock } from '../platform/system-clock.ts';
import { valueOf, type Answer, type ControllerClient } from './controller-client.ts';
import { apiPath } from './controller-path.ts';
import { readCounters, readStatus } from './read-status.ts';
import type { PrintCounters } from '#contract/api-v3/print-counters.ts';
import type { FleetStatus } from '#contract/station/fleet.ts';

/** The result of one poll. `status` and `counters` are present only when they differ from the poll before. */
export type PollResult =
  | { kind: 'answered'; status?: FleetStatus; counters?: PrintCounters }
  | { kind: 'missed'; reason: string; isUnreachable: boolean };

export interface PollerOptions {
  clock: Clock;
  /** Milliseconds between the starts of two polls. */
  interval: number;
  /** Longest time that one poll may take, in milliseconds. */
  limit: number;
  /** 0 to 1: at which part of the interval the polls of this printer start. */
  phase: number;
  printer: string;
  /** The client of the controller, or why it cannot be asked. */
  client: () => { client: ControllerClient } | { reason: string };
  /** The connection's current epoch: the answer to a request of an older one is dropped. */
  epoch: () => number;
  onResult: (result: PollResult) => void;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** Largest answer in bytes; it stays in memory until the next one. A Strobe status with the longest job has about 100 KB. */
const MAX_BYTES = 256 * 1024;

/**
 * Polls the status and the counters of one printer once per interval, never twice at a time. A poll that is missed because the machine slept
 * or the poll before took too long is not made up for. An extra poll (`pollNow`) does not move the schedule. An answer with the same bytes as
 * the last one is not parsed. An unexpected error is logged, and polling goes on.
 */
export class Poller {
  readonly #options: PollerOptions;
  #startedAt = 0;
  #status: Buffer | undefined;
  #counters: Buffer | undefined;
  #cancelNext: (() => void) | undefined;
  #running: AbortController | undefined;
  /** `pollNow` was called while a poll was running, whose answer may be older than the call. */
  #isRepeatNeeded = false;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  start(): void {
    const { clock, interval, phase } = this.#options;
    const delay = phase * interval;
    this.#startedAt = clock.elapsed() + delay;
    this.#cancelNext = clock.after(delay, () => void this.#run());
  }

  stop(): void {
    this.#cancelNext?.();
    this.#running?.abort();
  }

  /** Polls at once, or again after a running poll has ended, since that one may have missed what the caller did to the printer. */
  pollNow(): void {
    this.#isRepeatNeeded = this.#running !== undefined;
    if (this.#isRepeatNeeded) return;
    this.#cancelNext?.();
    void this.#run();
  }

  async #run(): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    try {
      await this.#pollAndReport(running.signal);
    } catch (error) {
      this.#forgetLast();
      this.#options.report(error);
    }
    if (running.signal.aborted) return;
    this.#running = undefined;
    if (this.#isRepeatNeeded) this.pollNow();
    else this.#scheduleNext();
  }

  async #pollAndReport(signal: AbortSignal): Promise<void> {
    const epoch = this.#options.epoch();
    const result = await this.#poll(signal);
    if (signal.aborted) return;
    if (result.kind === 'missed' || epoch === this.#options.epoch()) this.#options.onResult(result);
    else this.#forgetLast();
  }

  #scheduleNext(): void {
    const { clock, interval } = this.#options;
    const rest = interval - ((clock.elapsed() - this.#startedAt) % interval);
    // A timer may fire slightly early: the rest of this interval is too short for another poll.
    const delay = rest < interval / 10 ? rest + interval : rest;
    this.#cancelNext = clock.after(delay, () => void this.#run());
  }

  async #poll(signal: AbortSignal): Promise<PollResult> {
    const reachable = this.#options.client();
    if ('reason' in reachable) {
      this.#forgetLast();
      return { kind: 'missed', reason: reachable.reason, isUnreachable: false };
    }
    const { printer, limit } = this.#options;
    const get = (path: string): Promise<Answer> => reachable.client.request({ method: 'GET', path, limit, maxBytes: MAX_BYTES, signal });
    try {
      const [status, counters] = await Promise.all([
        get(apiPath`/printers/${printer}/status`),
        get(apiPath`/printers/${printer}/printCounters`),
      ]);
      return this.#read(status, counters);
    } catch (error) {
      this.#forgetLast();
      if (!(error instanceof ProblemError)) this.#options.report(error);
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

  /** The next poll reports status and counters although they have not changed. */
  #forgetLast(): void {
    this.#status = undefined;
    this.#counters = undefined;
  }
}

function isSame(before: Buffer | undefined, now: Answer): boolean {
  return before !== undefined && now.status === 200 && before.equals(now.body);
}
