import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { LineReader, ReaderConfiguration, ReaderTest } from '#contract/api-v3/reader.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import { barcodeText } from '#rendering/label/barcode-contents.ts';
import { noPublish, type Publish } from '../events/events.ts';
import type { Log } from '#process/log.ts';
import { TaskQueue } from '../platform/task-queue.ts';
import { ScriptTimeoutError } from '../platform/time-limited-script.ts';
import type { TimerHandle, Timers } from '../platform/timers.ts';
import type { ExpectedPrints } from './expected-prints.ts';
import { LineVerification, type ExpectedPrint, type LineEvent } from './line-verification.ts';
import { ReaderLines, triggerBytes, type Reading } from './reader-lines.ts';
import { ReaderLink } from './reader-link.ts';
import type { RejectOutput } from './reject-output.ts';
import type { VerificationRecord, VerificationRecords } from './verification-records.ts';

export interface RunningReaderDeps {
  expected: Pick<ExpectedPrints, 'findUnderway'>;
  records: Pick<VerificationRecords, 'add'>;
  rejectOutput: RejectOutput;
  timers: Timers;
  /** Milliseconds since the epoch. */
  now: () => number;
  monotonicNow: () => number;
  log: Log;
  publish?: Publish;
}

/** One reader at work: its connection, the prints on their way to it, and what follows from its results. */
export class RunningReader {
  readonly name: string;
  readonly configuration: ReaderConfiguration;
  readonly #deps: RunningReaderDeps;
  readonly #lines: ReaderLines;
  readonly #link: ReaderLink;
  readonly #line: LineVerification;
  /** Prints enter in the order in which they were made. */
  readonly #entering = new TaskQueue();
  readonly #lineListeners = new Set<(line: string, reading: Reading | undefined) => void>();
  #reason: string | undefined = 'not connected yet';
  #timer: TimerHandle | undefined;
  /** When the timer is due; it is later if this program was busy. */
  #due: number | undefined;
  /** The timer was late: results that arrived meanwhile are read before anything is judged. */
  #isCatchingUp = false;
  #isStopped = false;

  /** `speed`: of the line, in mm/s. Throws a `ReaderPatternError`. */
  constructor(
    name: string,
    { configuration, speed, deps }: { configuration: ReaderConfiguration; speed: number; deps: RunningReaderDeps },
  ) {
    const { timers, monotonicNow } = deps;
    const { connection } = configuration;
    this.name = name;
    this.configuration = configuration;
    this.#deps = deps;
    this.#lines = new ReaderLines(connection);
    this.#line = new LineVerification(configuration, { time: monotonicNow(), speed });
    const onLine = (line: string) => this.#received(line);
    const onState = (reason: string | undefined) => this.#stateChanged(reason);
    this.#link = new ReaderLink({ connection, timers, monotonicNow, onLine, onState });
  }

  start(): void {
    this.#link.start();
  }

  /** Ends the connection. Prints on their way get no verdict. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#clearTimer();
    this.#link.stop();
    await this.#entering.idle();
  }

  /** What a list says about it. */
  view(): Omit<LineReader, 'name'> {
    const { recent, exceeded, underway } = this.#line;
    return {
      printer: this.configuration.printer,
      state: this.#reason === undefined ? 'connected' : 'waiting',
      ...(this.#reason !== undefined && { reason: this.#reason }),
      ...{ recent, exceeded: [...exceeded], underway },
    };
  }

  /** A print was made a moment ago: its product was at the print position when the ledger recorded it, which takes the time of a sync. */
  printed(id: number): void {
    const time = this.#deps.monotonicNow();
    const now = this.#deps.now();
    void this.#entering.run(async () => {
      try {
        const print = await this.#deps.expected.findUnderway(id, this.configuration.expects);
        if (!print || this.#isStopped) return;
        const { settled, ...expected } = print;
        const age = now - (settled ?? now);
        this.#handle(this.#line.printed(expected, age > 0 && age <= LONGEST_COMMIT ? time - age : time));
      } catch (error) {
        this.#deps.log.error(`${this.name}: print ${id} cannot be verified`, error);
      }
    });
  }

  /** The line has another speed, in mm/s; 0 when it stands. */
  setSpeed(speed: number): void {
    this.#handle(this.#line.setSpeed(speed, this.#deps.monotonicNow()));
  }

  /** Triggers the reader and waits for its next line. Its result counts like any other. */
  async test(limit: number): Promise<ReaderTest> {
    if (this.#reason !== undefined) return { isReachable: false, reason: this.#reason };
    const { timers } = this.#deps;
    const { promise, resolve } = Promise.withResolvers<ReaderTest>();
    const listener = (line: string, reading: Reading | undefined) => resolve({ isReachable: true, ...understood(line, reading) });
    this.#lineListeners.add(listener);
    const timer = timers.setTimeout(() => resolve({ isReachable: true }), limit);
    this.#trigger();
    try {
      return await promise;
    } finally {
      this.#lineListeners.delete(listener);
      timers.clearTimeout(timer);
    }
  }

  #received(line: string): void {
    const reading = this.#read(line);
    for (const listener of this.#lineListeners) listener(line, reading);
    const now = this.#deps.monotonicNow();
    if (reading) this.#handle(this.#line.read(reading, now, Math.min(now, this.#due ?? now)));
  }

  #read(line: string): Reading | undefined {
    try {
      return this.#lines.read(line);
    } catch (error) {
      if (error instanceof ScriptTimeoutError) throw new Error('the pattern takes too long: make it simpler', { cause: error });
      throw error;
    }
  }

  #stateChanged(reason: string | undefined): void {
    if (reason === this.#reason) return;
    const { log, publish = noPublish } = this.#deps;
    this.#reason = reason;
    log.info(`reader ${this.name}: ${reason ?? 'connected'}`);
    publish({ type: 'reader:changed', name: this.name, printer: this.configuration.printer });
  }

  #handle(events: readonly LineEvent[]): void {
    for (const event of events) this.#act(event);
    this.#schedule();
  }

  #act(event: LineEvent): void {
    const { rejectOutput, log, publish = noPublish } = this.#deps;
    const { printer } = this.configuration;
    switch (event.kind) {
      case 'verdict':
        this.#record({ verdict: event.verdict, print: event.print.id, ...expectedOf(event.print), ...readOf(event.reading) });
        break;
      case 'unmatched':
        this.#record({ verdict: 'unmatched', reason: event.reason, ...readOf(event.reading) });
        break;
      case 'reject':
        rejectOutput.reject(printer);
        break;
      case 'reject-too-late':
        log.error(
          `reader ${this.name}: print ${event.print} is not verified, and its product passed the reject position before that was known`,
        );
        break;
      case 'trigger':
        this.#trigger();
        break;
      case 'limit-exceeded':
        log.warn(`reader ${this.name}: ${this.warning()?.text ?? 'a limit is exceeded'}`);
        publish({ type: 'verification:limit-exceeded', printer, reader: this.name, limit: event.limit });
        break;
    }
  }

  #record(record: Omit<VerificationRecord, 'reader' | 'printer' | 'at'>): void {
    const { records, now } = this.#deps;
    records.add({ reader: this.name, printer: this.configuration.printer, at: now(), ...record });
  }

  #trigger(): void {
    const { triggerText } = this.configuration.connection;
    if (triggerText !== undefined) this.#link.send(triggerBytes(triggerText));
  }

  /** A sentence for the status of the printer; undefined while the reader works and finds what it should. */
  warning(): StatusError | undefined {
    const { exceeded, recent } = this.#line;
    if (exceeded.length > 0) {
      const failed = recent.misread + recent.mismatch + recent.notRead;
      return statusError('prints-not-verified', { reader: this.name, n: failed, of: failed + recent.verified });
    }
    return this.#reason === undefined ? undefined : statusError('reader-not-connected', { reader: this.name, reason: this.#reason });
  }

  #schedule(): void {
    this.#clearTimer();
    const { deadline } = this.#line;
    if (deadline === undefined || this.#isStopped) return;
    const now = this.#deps.monotonicNow();
    // One more millisecond: what is due when a place is passed is not due yet when it is reached.
    const delay = Math.min(LONGEST_TIMER, Math.max(0, Math.ceil(deadline - now)) + 1);
    this.#setTimer(delay, Math.min(deadline, now + delay));
  }

  /** Timers run before the data that has arrived is read: a timer that is late gives way to it once. */
  #timeIsUp(due: number): void {
    const now = this.#deps.monotonicNow();
    this.#isCatchingUp = !this.#isCatchingUp && now - due > LATE;
    if (this.#isCatchingUp) this.#setTimer(1, due);
    else this.#handle(this.#line.advance(now));
  }

  #setTimer(delay: number, due: number): void {
    this.#due = due;
    this.#timer = this.#deps.timers.setTimeout(() => this.#timeIsUp(due), delay);
  }

  #clearTimer(): void {
    if (this.#timer !== undefined) this.#deps.timers.clearTimeout(this.#timer);
    this.#timer = this.#due = undefined;
  }
}

const LONGEST_TIMER = 60_000;
/** A print that seems to have been recorded longer ago, in milliseconds, shows that the clock was set. */
const LONGEST_COMMIT = 5_000;
/** A timer that is later than this, in milliseconds, shows that this program was busy. */
const LATE = 20;

function expectedOf({ content }: ExpectedPrint): Pick<VerificationRecord, 'expected'> {
  return content ? { expected: barcodeText(content) } : {};
}

function readOf(reading: Reading | undefined): Pick<VerificationRecord, 'read' | 'grade'> {
  if (reading?.kind !== 'result') return {};
  return { read: reading.code ?? reading.line, ...(reading.grade !== undefined && { grade: reading.grade }) };
}

/** How a line is shown in a test. */
function understood(line: string, reading: Reading | undefined): Pick<ReaderTest, 'line' | 'understood' | 'code' | 'grade'> {
  if (!reading) return { line, understood: 'ignored' };
  if (reading.kind === 'no-read') return { line, understood: 'no-read' };
  if (reading.code === undefined) return { line, understood: 'misread' };
  return { line, understood: 'code', code: reading.code, ...(reading.grade !== undefined && { grade: reading.grade }) };
}
