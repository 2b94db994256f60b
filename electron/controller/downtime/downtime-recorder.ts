import type { ControllerLine, LineStop } from '#contract/api-v3/controller-line.ts';
import type { Events, NewEvent, Publish } from '../events/events.ts';
import type { LineInputChange } from '../line-io/line-ports.ts';
import type { TimerHandle, Timers } from '../platform/timers.ts';
import { isSameActivity, RUNNING, standingActivity, type Activity, type LineFacts } from './line-activity.ts';
import type { LinePeriods, OpenPeriod } from './line-periods.ts';

/** Milliseconds between two looks at the lines. */
const INTERVAL = 1_000;
/** Looks from one note that the controller runs still to the next. */
const LOOKS_PER_NOTE = 30;

/** What the recorder asks about printers. */
export interface RecordedPrinters {
  /** The id of the current job; undefined without one. */
  findJob(printer: string): Promise<string | undefined>;
  /** Why the printer, which has a job, cannot print; undefined if it can. */
  findFault(printer: string): Promise<string | undefined>;
}

export interface DowntimeRecorderOptions {
  lines: { all(): readonly (readonly [string, ControllerLine])[] };
  /** What stops a line now, oldest first. */
  stopsOf: (name: string, line: ControllerLine) => readonly LineStop[];
  printers: RecordedPrinters;
  periods: LinePeriods;
  events: Pick<Events, 'next' | 'find' | 'subscribe'>;
  publish: Publish;
  timers: Timers;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Reports an error of a look at a line. */
  report: (error: unknown) => void;
}

/** What is known of one line. */
interface Watched {
  /** The name of the line. */
  name: string;
  /** When its last product passed; undefined before the first one. */
  lastProduct: number | undefined;
  job: string | undefined;
  /** The job may have changed since it was read. */
  isJobOld: boolean;
  period: OpenPeriod | undefined;
}

/** Records what each line does, from its prints, missed products, stops, jobs and inputs. */
export class DowntimeRecorder {
  readonly #options: DowntimeRecorderOptions;
  readonly #watched = new Map<string, Watched>();
  /** Inputs "line running" that are off, by device and name. */
  readonly #standing = new Map<string, LineInputChange>();
  #next = 0;
  #looks = 0;
  #unsubscribe: (() => void) | undefined;
  #timer: TimerHandle | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: DowntimeRecorderOptions) {
    this.#options = options;
  }

  start(): void {
    const { events, periods } = this.#options;
    periods.start();
    this.#next = events.next;
    this.#unsubscribe = events.subscribe(() => this.#follow());
    this.#schedule();
  }

  /** The periods that last stay open: the next start ends them at this moment. */
  async stop(): Promise<void> {
    const { timers, periods, now } = this.#options;
    this.#unsubscribe?.();
    if (this.#timer !== undefined) timers.clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#looking;
    await periods.stop(now());
  }

  /** An input of the line has changed. */
  inputChanged(change: LineInputChange): void {
    if (change.kind !== 'line-running') return;
    const key = JSON.stringify([change.device, change.input]);
    if (change.isOn) this.#standing.delete(key);
    else this.#standing.set(key, change);
  }

  /** A device was changed or removed: what its inputs said holds no more. */
  deviceEnded(device: string): void {
    for (const [key, change] of this.#standing) if (change.device === device) this.#standing.delete(key);
  }

  #follow(): void {
    const { events } = this.#options;
    while (this.#next < events.next) {
      const found = events.find(this.#next);
      // Before it is handled, since that may publish an event of its own.
      this.#next += 1;
      if (found) this.#handle(found.event, found.at);
    }
  }

  #handle(event: NewEvent, at: number): void {
    if (event.type === 'queue:changed') this.#forgetJob(event.printer);
    else if (event.type === 'print:settled' && event.state !== 'void') this.#productPassed(event.printer, at, event.job);
    else if (event.type === 'trigger:missed' && event.isIdle !== true) this.#productPassed(event.printer, at);
  }

  #forgetJob(printer: string): void {
    const [name] = this.#options.lines.all().find(([, { printers }]) => printers.includes(printer)) ?? [];
    const watched = name === undefined ? undefined : this.#watched.get(name);
    if (watched) watched.isJobOld = true;
  }

  /** `job`: the job of its print. */
  #productPassed(printer: string, at: number, job?: string): void {
    const [name, line] = this.#options.lines.all().find(([, candidate]) => countingPrinter(candidate) === printer) ?? [];
    const watched = name === undefined ? undefined : this.#watched.get(name);
    if (name === undefined || line === undefined || !watched) return;
    watched.lastProduct = Math.max(at, watched.lastProduct ?? at);
    // The last prints of a job settle after it has ended.
    if (watched.isJobOld) watched.job = job ?? watched.job;
    if (watched.job === undefined) return;
    if (this.#options.stopsOf(name, line).length === 0) this.#does(watched, RUNNING, at);
  }

  #schedule(): void {
    this.#timer = this.#options.timers.setTimeout(() => {
      this.#schedule();
      this.#looking = this.#looking.then(() => this.#look()).catch(this.#options.report);
    }, INTERVAL);
  }

  async #look(): Promise<void> {
    const { lines, periods, now } = this.#options;
    const all = lines.all();
    for (const [name, line] of all) await this.#lookAt(name, line);
    const names = new Set(all.map(([name]) => name));
    for (const [name, { period }] of this.#watched) {
      if (names.has(name)) continue;
      this.#watched.delete(name);
      periods.next(period, undefined, now());
    }
    this.#looks += 1;
    if (this.#looks % LOOKS_PER_NOTE === 0) periods.seen(now());
  }

  async #lookAt(name: string, line: ControllerLine): Promise<void> {
    const watched = this.#watched.get(name) ?? { name, lastProduct: undefined, job: undefined, isJobOld: true, period: undefined };
    this.#watched.set(name, watched);
    if (watched.isJobOld) await this.#readJob(watched, line);
    const stops = this.#options.stopsOf(name, line);
    const { lastProduct, period } = watched;
    if (stops.length === 0 && this.#isRunning(watched, line)) return this.#does(watched, RUNNING, this.#options.now());
    const stands = standingActivity(await this.#factsOf(line, { stops, isInSetUp: period?.activity === 'set-up' }));
    // A product may have passed while the facts were read.
    if (watched.lastProduct === lastProduct) this.#does(watched, stands, this.#standsSince(watched, stops));
  }

  /** Whether a product of its job has passed within the time after which a line stands. */
  #isRunning({ job, lastProduct }: Watched, { downtime }: ControllerLine): boolean {
    return job !== undefined && lastProduct !== undefined && this.#options.now() - lastProduct <= downtime.standsAfter * 1_000;
  }

  /** Since the stop of a rule, else since the last product of a line that ran, else since now. */
  #standsSince({ period, lastProduct }: Watched, [stop]: readonly LineStop[]): number {
    if (stop) return Date.parse(stop.since);
    return (period?.activity === 'running' ? lastProduct : undefined) ?? this.#options.now();
  }

  async #readJob(watched: Watched, line: ControllerLine): Promise<void> {
    watched.isJobOld = false;
    const printer = countingPrinter(line);
    watched.job = printer === undefined ? undefined : await this.#options.printers.findJob(printer);
  }

  async #factsOf({ printers }: ControllerLine, { stops, isInSetUp }: Pick<LineFacts, 'stops' | 'isInSetUp'>): Promise<LineFacts> {
    const { findJob, findFault } = this.#options.printers;
    const standing = [...this.#standing.values()].find(({ printer }) => printer === undefined || printers.includes(printer))?.input;
    const facts: LineFacts = { stops, hasJob: false, isInSetUp, fault: undefined, standing };
    if (stops.length > 0) return facts;
    for (const printer of printers) {
      if ((await findJob(printer)) === undefined) continue;
      facts.hasJob = true;
      const detail = await findFault(printer);
      if (detail !== undefined) facts.fault ??= { printer, detail };
    }
    return facts;
  }

  /** The line does this from a moment on, at the earliest from the begin of what it did before. */
  #does(watched: Watched, activity: Activity, at: number): void {
    const { periods, publish } = this.#options;
    const { name, period } = watched;
    const job = activity.activity === 'set-up' ? undefined : watched.job;
    if (period && isSameActivity(period, activity) && period.job === job) return;
    const began = Math.max(at, period?.began ?? at);
    watched.period = { ...activity, line: name, began, job };
    periods.next(period, watched.period, began);
    publish({ type: 'line-period:changed', name });
  }
}

/** The printer whose products are those of the line; undefined for a line without printers. */
export function countingPrinter({ printers, downtime }: ControllerLine): string | undefined {
  return downtime.countedBy ?? printers[0];
}
