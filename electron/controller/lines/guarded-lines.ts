import type { ControllerLine, ControllerLineList, LineState, LineStop } from '#contract/api-v3/controller-line.ts';
import type { SignalDevice } from '#contract/api-v3/signal-device.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { Events } from '../events/events.ts';
import type { IdempotentRequest } from '../idempotency/idempotent-request.ts';
import type { Log } from '#process/log.ts';
import { TaskQueue } from '../platform/task-queue.ts';
import type { GuardRules } from './guard-rules.ts';
import type { Lines } from './lines.ts';
import type { LineStops, StopEnd } from './line-stops.ts';
import type { StoppedPrinters } from './stopped-printers.ts';

export interface GuardedLinesOptions {
  db: ControllerDatabase;
  lines: Lines;
  stops: LineStops;
  stopped: StoppedPrinters;
  rules: GuardRules;
  readers: { list(): Promise<{ name: string; printer: string }[]> };
  periods: { countUnexplained(line: string, asksAfter: number | null): Promise<number> };
  signalDevices: { list(): Promise<{ name: string; device: SignalDevice }[]> };
  events: Pick<Events, 'next' | 'find' | 'subscribe'>;
  log: Log;
}

/** The lines with their rules and stops: what the API offers. */
export class GuardedLines {
  /** The configurations of the lines. */
  readonly lines: Lines;
  readonly #options: GuardedLinesOptions;
  readonly #changes = new TaskQueue();
  #next = 0;
  #unsubscribe: (() => void) | undefined;

  constructor(options: GuardedLinesOptions) {
    this.lines = options.lines;
    this.#options = options;
  }

  /** Lines that were stopped when the controller ended are stopped again. Call it before anything prints. */
  async start(): Promise<void> {
    const { lines, stops, stopped, rules, events } = this.#options;
    await lines.start();
    await stops.start();
    stopped.start();
    rules.start();
    this.#next = events.next;
    this.#unsubscribe = events.subscribe(() => this.#follow());
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.();
    this.#options.rules.stop();
    await this.#changes.idle();
    await this.#options.stops.idle();
  }

  /** All lines with their states, by name. */
  async list(): Promise<ControllerLineList> {
    const { lines, rules, readers, signalDevices, periods } = this.#options;
    const [allReaders, allDevices] = await Promise.all([readers.list(), signalDevices.list()]);
    const listed = lines.all().map(async ([name, line]) => ({
      name,
      line,
      state: rules.stateOf(name, line),
      readers: allReaders.filter(({ printer }) => line.printers.includes(printer)).map((reader) => reader.name),
      signalDevices: allDevices.filter(({ device }) => namesAny(device, line.printers)).map((device) => device.name),
      unexplainedStops: await periods.countUnexplained(name, line.downtime.asksAfter),
    }));
    return Promise.all(listed);
  }

  /** What stops a line now, oldest first. */
  stopsOf(name: string, line: ControllerLine): LineStop[] {
    return this.#options.rules.stateOf(name, line).stops;
  }

  /** What stops a line now, and what would stop it next. Throws `not-found`. */
  async state(name: string): Promise<LineState> {
    return this.#options.rules.stateOf(name, await this.lines.get(name));
  }

  /** The newest stops of a line that have ended. Throws `not-found`. */
  async endedStops(name: string) {
    await this.lines.get(name);
    return this.#options.stops.ended(name);
  }

  /**
   * Ends the stops that rules caused; the rules count from zero. What still is as it was stops the line again. A line that is not stopped stays as
   * it is. Throws `not-found`, and `line-stopped` for a line that only an input stops.
   */
  async resume(name: string, end: StopEnd, idempotency?: IdempotentRequest): Promise<void> {
    const { db, stops, stopped, rules } = this.#options;
    await stops.idle();
    const line = await this.lines.get(name);
    await inTransaction(db, async (trx) => {
      const [external] = stopped.externalStops(line.printers);
      if (stops.of(name).length === 0 && external) throw stoppedOutside(name, external);
      rules.reset(line);
      await stops.end(name, end, trx);
      await idempotency?.store(undefined, trx);
    });
  }

  /** Printers that are renamed or removed are so in their lines, too; a printer that was added may belong to a stopped line. */
  #follow(): void {
    const { events, stopped } = this.#options;
    for (; this.#next < events.next; this.#next += 1) {
      const event = events.find(this.#next)?.event;
      if (event?.type === 'printer:renamed') this.#change((trx) => this.lines.printerChanged(event.name, event.to, trx));
      else if (event?.type === 'printer:removed') this.#change((trx) => this.lines.printerChanged(event.printer, undefined, trx));
      else if (event?.type === 'printer:changed') stopped.apply();
    }
  }

  #change(make: (trx: ControllerTransaction) => Promise<void>): void {
    const { db, log } = this.#options;
    void this.#changes.run(async () => {
      try {
        await inTransaction(db, make);
      } catch (error) {
        log.error('a line could not follow the change of a printer', error);
      }
    });
  }
}

function namesAny({ inputs, outputs, jobs }: SignalDevice, printers: readonly string[]): boolean {
  const named = [
    ...inputs.map(({ function: role }) => ('printer' in role ? role.printer : undefined)),
    ...[...outputs, ...jobs].map(({ printer }) => printer),
  ];
  return named.some((printer) => printer !== undefined && printers.includes(printer));
}

function stoppedOutside(name: string, { detail }: LineStop): ProblemError {
  const instance = `/api/v3/lines/${encodeURIComponent(name)}`;
  return new ProblemError('line-stopped', {
    detail: `The line "${name}" is stopped from outside until the input ends: ${detail}`,
    instance,
  });
}
