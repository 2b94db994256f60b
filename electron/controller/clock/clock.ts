import { z } from 'zod';
import type { ClockReading, ClockState } from '#contract/api-v3/clock.ts';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import { dictionary } from '#contract/api-v3/name.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import { ProblemError } from '#contract/problem.ts';
import { localTime, offsetOf } from '#rendering/calendar/zone.ts';
import type { Log } from '#process/log.ts';
import type { TimerHandle, Timers } from '../platform/timers.ts';
import { noPublish, type Publish } from '../events/events.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import type { Settings } from '../settings/settings.ts';
import { expectedAtStart, stateOf, TOLERANCE, type ClockSample } from './clock-trust.ts';

const LAST_SAMPLE = 'clock';
const sampleSchema: z.ZodType<ClockSample> = z.object({ wall: z.number(), expected: z.number() });
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

export interface ClockOptions {
  settings: Settings;
  /** The wall clock: milliseconds since the epoch. May jump. */
  now: () => number;
  /** Milliseconds since the machine was switched on, including sleep. Never jumps. */
  uptime: () => number;
  timers: Timers;
  log: Log;
  /** Read only: samples are not stored. */
  isSafeMode: boolean;
  /** The clocks of printers that have one, by name: milliseconds since the epoch. */
  printerClocks: () => readonly (readonly [string, number])[];
  publish?: Publish;
}

/**
 * Compares the wall clock with the time that has passed. If it was set by up to a day, labels that show the moment of their print do not
 * print; if it is further off, nothing prints. Both last until a person confirms the clock or it is right again. Samples are stored, so
 * that a restart does not reset this.
 */
export class Clock {
  readonly #options: ClockOptions;
  /** The last trusted time of the clock, and the uptime at that moment. */
  #trusted: { wall: number; uptime: number };
  /** The same at the start; does not change. */
  #atStart: { wall: number; uptime: number };
  #loggedDeviation = 0;
  #published: ClockState = 'ok';
  readonly #loggedOffsets = new Map<string, number>();
  #next: TimerHandle | undefined;

  constructor(options: ClockOptions) {
    this.#options = options;
    this.#trusted = this.#atStart = { wall: options.now(), uptime: options.uptime() };
  }

  /** Compares the clock with its last stored sample, and checks it every minute from then on. */
  async start(): Promise<void> {
    const { settings, now, uptime, log } = this.#options;
    const stored = await settings.get(LAST_SAMPLE);
    const read = stored === undefined ? undefined : tryStored(sampleSchema, stored);
    if (read && 'fault' in read)
      log.error(`the last clock sample cannot be read (${read.fault}): the clock is trusted as in a first start`);
    const last = read && 'value' in read ? read.value : undefined;
    this.#trusted = this.#atStart = { wall: expectedAtStart(last, now()), uptime: uptime() };
    await this.#checkAndStore();
    this.#arm();
  }

  /** Stops the checks and stores a last sample. */
  async stop(): Promise<void> {
    const { timers } = this.#options;
    if (this.#next !== undefined) timers.clearTimeout(this.#next);
    this.#next = undefined;
    await this.#checkAndStore();
  }

  /** The current state of the clock; logs and publishes changes. */
  state(): ClockState {
    const { now, uptime, log } = this.#options;
    const [wall, elapsed] = [now(), uptime()];
    const deviation = wall - this.#expected(elapsed);
    const state = stateOf(deviation);
    if (Math.abs(deviation - this.#loggedDeviation) > TOLERANCE) {
      this.#loggedDeviation = deviation;
      if (state === 'ok') log.info('the clock is right again');
      else log.warn(`the clock was set: it shows ${iso(wall)}, and ${iso(wall - deviation)} was expected; it is ${state}`);
    }
    if (state === 'ok') this.#trusted = { wall, uptime: elapsed };
    if (state !== this.#published) this.#publish(state);
    return state;
  }

  /** The problem for selections and triggers that this clock prevents. */
  async refusal(): Promise<ProblemError> {
    const { text } = await this.#reason(this.state() === 'doubtful' ? 'doubtful' : 'stepped');
    const detail = `${text} Confirm it with POST /api/v3/clock/confirm.`;
    return new ProblemError('clock-doubtful', { detail, instance: '/api/v3/clock' });
  }

  /** Why nothing prints and what to do; undefined while printing is allowed. */
  async warning(): Promise<StatusError | undefined> {
    return this.state() === 'doubtful' ? this.#reason('doubtful') : undefined;
  }

  /** Why no date prints and what to do; undefined while dates print, and while nothing does. */
  async dateWarning(): Promise<StatusError | undefined> {
    return this.state() === 'stepped' ? this.#reason('stepped') : undefined;
  }

  /** A person confirms the clock. Does nothing if the clock is right. */
  async confirm(): Promise<void> {
    const { now, uptime, log } = this.#options;
    if (this.state() !== 'ok') log.warn(`the clock was confirmed: ${iso(now())}`);
    this.#trusted = { wall: now(), uptime: uptime() };
    this.#loggedDeviation = 0;
    await this.#storeSample();
    this.state();
  }

  /** Clock, time zone, and the clocks of the printers. */
  async reading(): Promise<ClockReading> {
    const { settings, now, printerClocks } = this.#options;
    const timeZone = await settings.timeZone();
    const state = this.state();
    const wall = now();
    return {
      now: iso(wall),
      expected: iso(this.#expected()),
      timeZone,
      utcOffset: offsetOf(wall, timeZone) / MINUTE,
      state,
      ...(state !== 'ok' && { reason: (await this.#reason(state)).text }),
      printers: dictionary(printerClocks().map(([name, at]) => [name, { now: iso(at), offset: Math.round((at - wall) / SECOND) }])),
    };
  }

  /** A monotonic time for ages that survive restarts, in milliseconds since the epoch: it does not follow changes of the clock. */
  steady(): number {
    return Math.round(this.#atStart.wall + this.#options.uptime() - this.#atStart.uptime);
  }

  #publish(state: ClockState): void {
    const { publish = noPublish } = this.#options;
    this.#published = state;
    publish({ type: 'clock:changed', state });
  }

  #expected(uptime = this.#options.uptime()): number {
    return Math.round(this.#trusted.wall + uptime - this.#trusted.uptime);
  }

  async #reason(state: Exclude<ClockState, 'ok'>): Promise<StatusError> {
    const { settings, now } = this.#options;
    const timeZone = await settings.timeZone();
    const shown = (epochMs: number): string => localMinute(epochMs, timeZone);
    const parameters = { shown: shown(now()), expected: shown(this.#expected()), zone: timeZone };
    return statusError(state === 'doubtful' ? 'clock-doubtful' : 'clock-stepped', parameters);
  }

  #arm(): void {
    const { timers } = this.#options;
    this.#next = timers.setTimeout(() => {
      this.#arm();
      this.#checkPrinterClocks();
      void this.#checkAndStore();
    }, MINUTE);
  }

  /** Never rejects: if the disk is full, the next check stores a sample. */
  async #checkAndStore(): Promise<void> {
    this.state();
    await this.#storeSample().catch((error: unknown) => this.#options.log.error('the clock sample could not be stored', error));
  }

  async #storeSample(): Promise<void> {
    const { settings, now, isSafeMode } = this.#options;
    const sample: ClockSample = { wall: now(), expected: this.#expected() };
    if (!isSafeMode) await settings.put(LAST_SAMPLE, JSON.stringify(sample));
  }

  /** Logs the deviation of a printer's clock whenever it has changed by more than a minute. */
  #checkPrinterClocks(): void {
    const { now, printerClocks, log } = this.#options;
    for (const [name, at] of printerClocks()) {
      const offset = at - now();
      if (Math.abs(offset - (this.#loggedOffsets.get(name) ?? 0)) <= MINUTE) continue;
      this.#loggedOffsets.set(name, offset);
      const difference = `${Math.round(Math.abs(offset) / SECOND)} s ${offset < 0 ? 'behind' : 'ahead of'} the controller's`;
      log.warn(`${name}: its clock shows ${iso(at)}, ${difference}; dates come from the controller's`);
    }
  }
}

function iso(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** Such as `2026-11-21 06:00`. */
function localMinute(epochMs: number, timeZone: string): string {
  const { year, month, day, hour, minute } = localTime(epochMs, timeZone);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}
