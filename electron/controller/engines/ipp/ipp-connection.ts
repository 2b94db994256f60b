import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { EngineCondition } from '../engine.ts';
import type { ExpectedDevice } from '../expected-device.ts';
import { describeInk, describeStatus, missingCapabilities, type IppNeeds } from './ipp-condition.ts';
import type { IppPrinter } from './ipp-printer.ts';
import type { PrinterFacts, IppPrinterStatus } from './printer-facts.ts';

/** The longest wait for an answer about the state, in milliseconds. */
const ANSWER_LIMIT = 2_500;
/** A connected printer that misses so many polls in a row is not connected. */
const MISSES = 2;

/** What is known about the printer of one run of the engine: which device it is, what it can do, and how it is. */
export class IppConnection {
  readonly #printer: IppPrinter;
  readonly #needs: IppNeeds;
  readonly #device: ExpectedDevice;
  #facts: PrinterFacts | undefined;
  #status: IppPrinterStatus | undefined;
  /** Why it cannot be used although it is there, or why it does not answer. */
  #fault: StatusError | undefined;
  #misses = 0;
  #isCleared = false;

  constructor(printer: IppPrinter, { needs, device }: { needs: IppNeeds; device: ExpectedDevice }) {
    this.#printer = printer;
    this.#device = device;
    this.#needs = needs;
  }

  get facts(): PrinterFacts | undefined {
    return this.#facts;
  }

  /** Whether the expected device answered last time. */
  get isConnected(): boolean {
    return this.#status !== undefined && this.#fault === undefined && this.#misses === 0;
  }

  /** Whether jobs of earlier runs are cancelled. */
  get isCleared(): boolean {
    return this.#isCleared;
  }

  /**
   * Asks the printer how it is. Returns whether it is the expected device; anything else may be asked of it only then. Rejects if there is no
   * answer.
   */
  async poll(): Promise<boolean> {
    const { status, ...facts } = await this.#read();
    this.#device.answered(status.identity);
    this.#fault = this.#device.objection;
    if (this.#fault !== undefined) return false;
    if ('resolutions' in facts) this.#facts = facts;
    this.#status = status;
    this.#misses = 0;
    return true;
  }

  /** Cancels the jobs of earlier runs. Once none is listed any more, there are none. */
  async clear(): Promise<void> {
    const jobs = await this.#printer.listJobs('not-completed', ANSWER_LIMIT);
    for (const { jobId } of jobs) await this.#printer.cancel(jobId, ANSWER_LIMIT);
    this.#isCleared = jobs.length === 0;
  }

  /** The printer may hold a job that is not known: it is read again, and cleared. */
  doubt(): void {
    this.#status = undefined;
    this.#isCleared = false;
  }

  /** A poll failed. */
  missed(error: unknown): void {
    this.#misses += 1;
    if (this.#status !== undefined && this.#misses < MISSES) return;
    this.#status = undefined;
    this.#fault = statusError('no-answer', { reason: error instanceof Error ? error.message : String(error) });
  }

  condition(): EngineCondition {
    if (this.#fault !== undefined) return { state: 'ERROR', errors: [this.#fault], ink: [] };
    if (!this.#status || !this.#facts) return { state: 'INITIALIZING', errors: [], ink: [] };
    const { errors, warnings } = describeStatus(this.#status);
    const all = [...missingCapabilities(this.#facts, this.#needs).map(({ error }) => error), ...errors];
    const ready = this.#isCleared ? 'STARTED' : 'STARTING';
    return { state: all.length > 0 ? 'ERROR' : ready, errors: [...all, ...warnings], ink: describeInk(this.#status) };
  }

  /** After a failure everything is read again: the printer may have been changed. */
  async #read(): Promise<{ status: IppPrinterStatus } | (PrinterFacts & { status: IppPrinterStatus })> {
    if (!this.isConnected) return this.#printer.readFacts(ANSWER_LIMIT);
    return { status: await this.#printer.readStatus(ANSWER_LIMIT) };
  }
}
