import { z } from 'zod';
import type { ClockReading, ClockState } from '#contract/api-v3/clock.ts';
import { dictionary } from '#contract/api-v3/name.ts';
import { ProblemError } from '#contract/problem.ts';
import { localTime, offsetOf } from '#rendering/calendar/zone.ts';
import type { Log } from '../engines/log.ts';
import type { TimerHandle, Timers } from '../engines/timers.ts';
import { tellNobody, type Tell } from '../events/events.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import type { Settings } from '../settings/settings.ts';
import { expectedAtStart, stateOf, STEP, type Sighting } from './clock-belief.ts';

const LAST_SEEN = 'clock';
const sightingSchema: z.ZodType<Sighting> = z.object({ wall: z.number(), expected: z.number() });
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

export interface ClockOptions {
  settings: Settings;
  /** The wall clock: milliseconds since the epoch. May jump. */
  now: () => number;
  /** Milliseconds since the machine was switched on, the time that it slept included. Never jumps. */
  uptime: () => number;
  timers: Timers;
  log: Log;
  /** Only read from: what was seen is not written down. */
  isSafeMode: boolean;
  /** The clocks of printers that have one, by name: milliseconds since the epoch. */
  printerClocks: () => readonly (readonly [string, number])[];
  tell?: Tell;
}

/**
 * Holds the wall clock against the time that passed. A clock that was set by up to a day, forward or back, stops the labels that show the moment
 * of their print; one that is further off stops all printing. Both last until a person confirms the clock or it is right again. What was seen is
 * kept, so that a restart forgets nothing.
 */
export class Clock {
  readonly #options: ClockOptions;
  /** When the clock was last believed: what it showed, and the uptime then. */
  #believed: { wall: number; uptime: number };
  /** The same of the start; never moved. */
  #begun: { wall: number; uptime: number };
  #loggedDeviation = 0;
  #told: ClockState = 'ok';
  readonly #loggedOffsets = new Map<string, number>();
  #next: TimerHandle | undefined;

  constructor(options: ClockOptions) {
    this.#options = options;
    this.#believed = this.#begun = { wall: options.now(), uptime: options.uptime() };
  }

  /** Compares the clock with what it showed before the controller ended, and looks at it every minute from then on. */
  async start(): Promise<void> {
    const { settings, now, uptime, log } = this.#options;
    const stored = await settings.get(LAST_SEEN);
    const read = stored === undefined ? undefined : tryStored(sightingSchema, stored);
    if (read && 'fault' in read) log.error(`what the clock showed last cannot be read (${read.fault}): it is believed as in a first start`);
    const last = read && 'value' in read ? read.value : undefined;
    this.#believed = this.#begun = { wall: expectedAtStart(last, now()), uptime: uptime() };
    await this.#lookAndKeep();
    this.#arm();
  }

  /** Looks no more, and keeps what it saw last. */
  async stop(): Promise<void> {
    const { timers } = this.#options;
    if (this.#next !== undefined) timers.clearTimeout(this.#next);
    this.#next = undefined;
    await this.#lookAndKeep();
  }

  /** How far the clock is to be believed at this moment. */
  look(): ClockState {
    const { now, uptime, log } = this.#options;
    const [wall, elapsed] = [now(), uptime()];
    const deviation = wall - this.#expected(elapsed);
    const state = stateOf(deviation);
    if (Math.abs(deviation - this.#loggedDeviation) > STEP) {
      this.#loggedDeviation = deviation;
      if (state === 'ok') log.info('the clock is right again');
      else log.warn(`the clock was set: it shows ${iso(wall)}, and ${iso(wall - deviation)} was expected; it is ${state}`);
    }
    if (state === 'ok') this.#believed = { wall, uptime: elapsed };
    if (state !== this.#told) this.#tell(state);
    return state;
  }

  /** What a selection or trigger is refused with that this clock keeps from being printed. */
  async refusal(): Promise<ProblemError> {
    const detail = `${await this.#reason(this.look() === 'doubtful' ? 'doubtful' : 'stepped')} It is confirmed with POST /api/v3/clock/confirm.`;
    return new ProblemError('clock-doubtful', { detail, instance: '/api/v3/clock' });
  }

  /** Why nothing is printed by this clock and what to do; undefined while it prints. */
  async doubt(): Promise<string | undefined> {
    return this.look() === 'doubtful' ? this.#reason('doubtful') : undefined;
  }

  /** Why no date is printed by this clock and what to do; undefined while dates are printed, and while nothing is. */
  async dateDoubt(): Promise<string | undefined> {
    return this.look() === 'stepped' ? this.#reason('stepped') : undefined;
  }

  /** A person says that the clock is right as it is. Confirming a clock that is right already changes nothing. */
  async confirm(): Promise<void> {
    const { now, uptime, log } = this.#options;
    if (this.look() !== 'ok') log.warn(`the clock was confirmed: ${iso(now())}`);
    this.#believed = { wall: now(), uptime: uptime() };
    this.#loggedDeviation = 0;
    await this.#keep();
    this.look();
  }

  /** The clock, its zone, and the clocks of the printers. */
  async reading(): Promise<ClockReading> {
    const { settings, now, printerClocks } = this.#options;
    const timeZone = await settings.timeZone();
    const state = this.look();
    const wall = now();
    return {
      now: iso(wall),
      expected: iso(this.#expected()),
      timeZone,
      utcOffset: offsetOf(wall, timeZone) / MINUTE,
      state,
      ...(state !== 'ok' && { reason: await this.#reason(state) }),
      printers: dictionary(printerClocks().map(([name, at]) => [name, { now: iso(at), offset: Math.round((at - wall) / SECOND) }])),
    };
  }

  /** A moment for ages that are kept over restarts: it goes on with the time that passes, whatever the clock is set to. */
  steady(): number {
    return Math.round(this.#begun.wall + this.#options.uptime() - this.#begun.uptime);
  }

  #tell(state: ClockState): void {
    const { tell = tellNobody } = this.#options;
    this.#told = state;
    tell({ type: 'clock:changed', state });
  }

  #expected(uptime = this.#options.uptime()): number {
    return Math.round(this.#believed.wall + uptime - this.#believed.uptime);
  }

  async #reason(state: Exclude<ClockState, 'ok'>): Promise<string> {
    const { settings, now } = this.#options;
    const timeZone = await settings.timeZone();
    const shown = (epochMs: number): string => words(epochMs, timeZone);
    const both = `it shows ${shown(now())}, but ${shown(this.#expected())} was expected (${timeZone})`;
    if (state === 'doubtful') return `Nothing is printed until the clock of the controller is set right or confirmed: ${both}.`;
    return `Nothing with a date is printed until the clock of the controller is set right or confirmed: ${both}.`;
  }

  #arm(): void {
    const { timers } = this.#options;
    this.#next = timers.setTimeout(() => {
      this.#arm();
      this.#lookAtPrinters();
      void this.#lookAndKeep();
    }, MINUTE);
  }

  /** Never rejects: on a full disk, what is seen now is kept with the next look. */
  async #lookAndKeep(): Promise<void> {
    this.look();
    await this.#keep().catch((error: unknown) => this.#options.log.error('what the clock shows could not be kept', error));
  }

  async #keep(): Promise<void> {
    const { settings, now, isSafeMode } = this.#options;
    const seen: Sighting = { wall: now(), expected: this.#expected() };
    if (!isSafeMode) await settings.put(LAST_SEEN, JSON.stringify(seen));
  }

  /** Records how far a printer's clock is off, whenever that has changed by more than a minute. */
  #lookAtPrinters(): void {
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
function words(epochMs: number, timeZone: string): string {
  const { year, month, day, hour, minute } = localTime(epochMs, timeZone);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}
