import type { PrintCounters } from '#contract/api-v3/print-counters.ts';
import { PRINTING_STATES, type PrinterState } from '#contract/api-v3/printer-states.ts';
import { ProblemError } from '#contract/problem.ts';
import type { FleetStatus } from '#contract/station/fleet.ts';
import { valueOf } from '../connections/controller-client.ts';
import { apiPath } from '../connections/controller-path.ts';
import { readCounters, readStatus } from '../connections/read-status.ts';
import type { Clock } from '../platform/system-clock.ts';
import type { PollAnswer } from './kept-socket.ts';
import type { PollSockets } from './poll-sockets.ts';

/** The result of one poll. `status` and `counters` are present only when they differ from the poll before. */
export type PollResult =
  | { kind: 'answered'; status?: FleetStatus; counters?: PrintCounters }
  | { kind: 'missed'; reason: string; isUnreachable: boolean };

/** How a controller is read at the moment. */
export interface PollSource {
  sockets: PollSockets;
  /** The controller's status names the job: without one nothing prints. */
  hasExtensions: boolean;
}

export interface PollerOptions {
  clock: Clock;
  /** Milliseconds between two polls. */
  interval: number;
  /** Longest time that one poll may take, in milliseconds. */
  limit: number;
  printer: string;
  /** How the controller is read, or why it cannot be. */
  source: () => PollSource | { reason: string };
  /** The connection's current epoch: the answer to a request of an older one is dropped. */
  epoch: () => number;
  onResult: (result: PollResult) => void;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** Counters are read in every poll while the printer can print, and in every fifth one otherwise. */
const COUNTERS_POLLS = 5;
/** After a change, counters are read in every poll for this many polls: prints are confirmed after a job has ended. */
const SETTLING_POLLS = 10;
/** A printer whose changes the controller reports is polled in every tenth interval, as a check. */
const CHECK_POLLS = 10;

/**
 * Polls the status and the counters of one printer, never twice at a time. It has no timer: its owner calls `visit` once per interval. An answer
 * with the same bytes as the last one is not parsed. An unexpected error is logged, and polling goes on.
 */
export class Poller {
  readonly #options: PollerOptions;
  #status: Buffer | undefined;
  #counters: Buffer | undefined;
  /** Nothing prints and nothing is wrong: every change from here on is an event of the controller. */
  #isQuiet = false;
  #canPrint = true;
  /** The controller has reported a change since the last poll began, or a caller has asked for one. */
  #isChanged = true;
  #polledAt = -Infinity;
  #countersAt = -Infinity;
  #changedAt = -Infinity;
  #isRunning = false;
  #isStopped = false;
  /** `pollNow` was called while a poll was running, whose answer may be older than the call. */
  #isRepeatNeeded = false;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  /** No result is reported afterwards. */
  stop(): void {
    this.#isStopped = true;
  }

  /**
   * Once per interval: polls, unless the poll before still runs, or the controller reports changes (`isFollowed`) and has reported none. `now` on
   * the monotonic clock, which is not read for each printer: that would take as long as half a poll.
   */
  visit(now: number, isFollowed: boolean): void {
    // Half an interval of tolerance: timers are not exact.
    const isChecked = now - this.#polledAt < (CHECK_POLLS - 0.5) * this.#options.interval;
    if (this.#isRunning || (isFollowed && isChecked && this.#isKnown())) return;
    void this.#run(now);
  }

  /** Polls at once, or again after a running poll has ended, since that one may have missed what the caller did to the printer. */
  pollNow(): void {
    this.#isChanged = true;
    if (this.#isRunning) this.#isRepeatNeeded = true;
    else void this.#run(this.#options.clock.elapsed());
  }

  /** The controller reports a change: the next visit polls. */
  changed(): void {
    this.#isChanged = true;
  }

  /** The controller has reported all changes until now: reports an answer if it has reported none. */
  confirm(): void {
    if (!this.#isRunning && this.#isKnown()) this.#options.onResult({ kind: 'answered' });
  }

  #isKnown(): boolean {
    return this.#isQuiet && !this.#isChanged;
  }

  async #run(now: number): Promise<void> {
    this.#isRunning = true;
    this.#isRepeatNeeded = false;
    try {
      await this.#pollAndReport(now);
      while (this.#isRepeatNeeded && !this.#isStopped) {
        this.#isRepeatNeeded = false;
        await this.#pollAndReport(this.#options.clock.elapsed());
      }
    } catch (error) {
      this.#forgetLast();
      this.#options.report(error);
    } finally {
      this.#isRunning = false;
    }
  }

  async #pollAndReport(now: number): Promise<void> {
    const epoch = this.#options.epoch();
    const source = this.#options.source();
    const result = 'reason' in source ? missed(source.reason) : await this.#poll(source, now);
    if (result.kind === 'missed') this.#forgetLast();
    if (this.#isStopped) return;
    if (result.kind === 'answered' && epoch !== this.#options.epoch()) this.#forgetLast();
    else if ('reason' in source || this.#isCurrent(source)) this.#options.onResult(result);
    else this.#forgetLast();
  }

  /** Whether the controller is still read in this way: its sockets are closed when the address, the key or the certificate changes. */
  #isCurrent({ sockets }: PollSource): boolean {
    const now = this.#options.source();
    return !('sockets' in now) || now.sockets === sockets;
  }

  async #poll(source: PollSource, now: number): Promise<PollResult> {
    const { limit, report } = this.#options;
    const areCountersDue = this.#areCountersDue(now);
    this.#isChanged = false;
    this.#polledAt = now;
    try {
      return await this.#read(source, { areCountersDue, deadline: now + limit });
    } catch (error) {
      if (!(error instanceof ProblemError)) report(error);
      if (!(error instanceof ProblemError)) return missed('The answer could not be read.');
      return missed(error.message, error.slug === 'controller-unreachable');
    }
  }

  #areCountersDue(now: number): boolean {
    const { interval } = this.#options;
    if (this.#isChanged || this.#canPrint || this.#counters === undefined) return true;
    const isSettling = now - this.#changedAt < SETTLING_POLLS * interval;
    return isSettling || now - this.#countersAt > (COUNTERS_POLLS - 0.5) * interval;
  }

  async #read(
    { sockets, hasExtensions }: PollSource,
    { areCountersDue, deadline }: { areCountersDue: boolean; deadline: number },
  ): Promise<PollResult> {
    const { printer } = this.#options;
    const getCounters = (): Promise<PollAnswer> => sockets.get(apiPath`/printers/${printer}/printCounters`, deadline);
    const [status, counters] = await Promise.all([
      sockets.get(apiPath`/printers/${printer}/status`, deadline),
      areCountersDue ? getCounters() : undefined,
    ]);
    const result: PollResult = { kind: 'answered' };
    if (!isSame(this.#status, status)) {
      result.status = readStatus(valueOf(status));
      this.#status = status.body;
      this.#note(result.status, hasExtensions);
    }
    const read = counters ?? (result.status && (await getCounters()));
    if (read) this.#countersAt = this.#polledAt;
    if (read && !isSame(this.#counters, read)) {
      result.counters = readCounters(valueOf(read));
      this.#counters = read.body;
    }
    if (result.status ?? result.counters) this.#changedAt = this.#polledAt;
    return result;
  }

  #note({ state, job, queue, errors, unknown }: FleetStatus, hasExtensions: boolean): void {
    const isEmpty = hasExtensions && job === null && queue === 0 && unknown === undefined;
    this.#isQuiet = isEmpty && errors.length === 0;
    this.#canPrint = !isEmpty && mayPrint(state);
  }

  /** The next poll reports status and counters although they have not changed. */
  #forgetLast(): void {
    this.#status = undefined;
    this.#counters = undefined;
    this.#isQuiet = false;
  }
}

function missed(reason: string, isUnreachable = false): PollResult {
  return { kind: 'missed', reason, isUnreachable };
}

/** `OTHER` is the state of a foreign controller that Strobe does not know. */
function mayPrint(state: PrinterState): boolean {
  return state === 'OTHER' || PRINTING_STATES.has(state);
}

function isSame(before: Buffer | undefined, now: PollAnswer): boolean {
  return before !== undefined && now.status === 200 && before.equals(now.body);
}
