import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import { PRINTING_STATES } from '#contract/api-v3/printer-states.ts';
import type { PlanesTarget } from '#rendering/label/planes.ts';
import { withinLimit } from '../../platform/time-limit.ts';
import type { TimerHandle } from '../../platform/timers.ts';
import { configuredProperties, singleInkTarget } from '../configured-properties.ts';
import { ExpectedDevice } from '../expected-device.ts';
import type { ConfigurationWith, EngineDeps } from '../engine-kind.ts';
import { refuseTooWide } from '../head-width.ts';
import {
  EngineError,
  type EngineCondition,
  type EnginePrint,
  type EngineProperties,
  type PrintEngine,
  type EngineListener,
} from '../engine.ts';
import { cancelJobs } from './cancel-jobs.ts';
import { handOver } from './hand-over.ts';
import { IppClient } from './ipp-client.ts';
import { hasResolution, type IppNeeds } from './ipp-condition.ts';
import { ippAddress, ippNeeds } from './ipp-config.ts';
import { IppConnection } from './ipp-connection.ts';
import { IppPrinter } from './ipp-printer.ts';
import type { IppAddress } from './ipp-socket.ts';
import { fateOf, jobName, type JobFacts, type JobFate } from './job-facts.ts';
import type { PwgPage } from './pwg-raster.ts';

export const IPP_TYPE = 'IPP printer';
/** Milliseconds between two polls, while a job is printed and otherwise. */
const BUSY_INTERVAL = 250;
const IDLE_INTERVAL = 1_000;
const JOB_LIMIT = 2_500;
const ABORT_LIMIT = 4_000;
/** Polls after which a completed job that counts no page does not count one later. */
const COUNT_POLLS = 4;
const GONE: JobFate = { is: 'unresolved', reason: 'the printer does not list its job any more' };

/** One period between `start` and `stop`. */
interface Run {
  readonly client: IppClient;
  readonly printer: IppPrinter;
  readonly connection: IppConnection;
}

/** The print that the printer has, or is being sent. */
interface OpenPrint {
  readonly id: number;
  /** Undefined until the printer has taken it. */
  jobId: number | undefined;
  /** Polls that found its job completed without a page. */
  emptyPolls: number;
  /** Whether an abort says what becomes of it. */
  isAborting: boolean;
}

/** Drives a printer by IPP, one job at a time. The printer tells by the job what became of the print. */
export class IppEngine implements PrintEngine {
  readonly properties: EngineProperties;
  readonly target: PlanesTarget;
  readonly traits = { proof: 'id', clearsOnStart: true } as const;
  readonly depth = 1;
  readonly #address: IppAddress;
  readonly #needs: IppNeeds;
  readonly #deps: EngineDeps;
  readonly #device: ExpectedDevice;
  #listener: EngineListener | undefined;
  #run: Run | undefined;
  #poll: TimerHandle | undefined;
  #open: OpenPrint | undefined;
  /** Whether the printer may have a job that is not the open one: of an earlier run, or of a request without an answer. */
  #mayHold = false;
  #shown: EngineCondition = { state: 'STOPPED', errors: [], ink: [] };
  /** What was reported last: the condition and the device. */
  #reported = '';

  constructor(configuration: ConfigurationWith<'ipp'>, deps: EngineDeps) {
    this.properties = configuredProperties(configuration, IPP_TYPE);
    this.target = singleInkTarget(configuration);
    this.#address = ippAddress(configuration.engine);
    this.#needs = ippNeeds(configuration);
    this.#deps = deps;
    this.#device = new ExpectedDevice({ expected: deps.expected, address: this.#address.url });
  }

  listen(listener: EngineListener): void {
    this.#listener = listener;
  }

  condition(): EngineCondition {
    return this.#shown;
  }

  identity(): EngineIdentity | undefined {
    return this.#device.found;
  }

  async start(): Promise<void> {
    if (this.#run) return;
    const client = new IppClient({ address: this.#address, ...this.#deps });
    const printer = new IppPrinter(client);
    const run = { client, printer, connection: new IppConnection(printer, { needs: this.#needs, device: this.#device }) };
    this.#run = run;
    this.#mayHold = true;
    this.#show();
    void this.#watch(run);
  }

  async stop(): Promise<void> {
    this.#run?.client.close();
    this.#run = this.#open = undefined;
    this.#device.lost();
    this.#cancelPoll();
    this.#show();
  }

  async send(print: EnginePrint): Promise<void> {
    const { run, page } = this.#accept(print);
    const open: OpenPrint = { id: print.id, jobId: undefined, emptyPolls: 0, isAborting: false };
    this.#open = open;
    try {
      open.jobId = await handOver(run.printer, { id: print.id, page, keepsSize: run.connection.facts?.canKeepSize ?? false });
    } catch (error) {
      if (this.#open === open) this.#open = undefined;
      if (!(error instanceof EngineError)) this.#doubt(run);
      throw error;
    }
    if (this.#run === run) this.#pollAfter(run, BUSY_INTERVAL);
  }

  /** The printer may have taken a print that is unknown: it gets no other one before it was asked, and holds none. */
  #doubt(run: Run): void {
    this.#mayHold = true;
    run.connection.doubt();
    if (this.#run === run) this.#show();
  }

  async abort(): Promise<number[]> {
    const { timers } = this.#deps;
    const run = this.#run;
    const open = this.#open;
    if (!run || (!open && !this.#mayHold)) return [];
    const ended = new AbortController();
    if (open) open.isAborting = true;
    try {
      const job = await withinLimit(cancelJobs(run.printer, { jobId: open?.jobId, timers, signal: ended.signal }), ABORT_LIMIT, timers);
      this.#mayHold = open !== undefined && open.jobId === undefined;
      return open?.jobId !== undefined && this.#open === open ? this.#afterAbort(open, job) : [];
    } finally {
      ended.abort();
      if (open) open.isAborting = false;
    }
  }

  /** The ids that are certainly not made. Anything else is reported. */
  #afterAbort(open: OpenPrint, job: JobFacts | undefined): number[] {
    const fate = this.#fate(open, job) ?? GONE;
    if (fate.is !== 'failed') {
      this.#settle(open, fate);
      return [];
    }
    this.#open = undefined;
    return [open.id];
  }

  /** Throws an `EngineError` unless the print can be sent. */
  #accept({ planes: [bitmap], hdpi, vdpi }: EnginePrint): { run: Run; page: PwgPage } {
    const run = this.#run;
    const { state, errors } = this.#shown;
    const facts = run?.connection.facts;
    if (!run || !facts?.rasterType || !PRINTING_STATES.has(state)) {
      throw new EngineError('cannot-print', errors[0]?.text ?? `The printer is ${state}.`);
    }
    if (this.#open) throw new EngineError('buffer-full', 'The printer still has a print that is not finished.');
    refuseTooWide({ planes: [bitmap], hdpi }, this.#needs.area.width);
    if (bitmap.width === 0 || bitmap.height === 0) throw new EngineError('cannot-print', 'The picture is empty.');
    if (!hasResolution(facts.resolutions, { hdpi, vdpi })) {
      throw new EngineError('cannot-print', `The printer does not print ${hdpi} x ${vdpi} dpi.`);
    }
    return { run, page: { bitmap, hdpi, vdpi, type: facts.rasterType, media: this.#needs.media } };
  }

  /** Polls the printer until the run ends. Never rejects. */
  async #watch(run: Run): Promise<void> {
    this.#cancelPoll();
    const { connection } = run;
    try {
      if (await connection.poll()) {
        if (!connection.isCleared && this.#run === run) await connection.clear();
        if (this.#run === run) await this.#follow(run);
      }
    } catch (error) {
      connection.missed(error);
    }
    if (this.#run !== run) return;
    this.#mayHold ||= !connection.isCleared;
    this.#show();
    const isBusy = this.#open !== undefined || (connection.isConnected && !connection.isCleared);
    this.#pollAfter(run, isBusy ? BUSY_INTERVAL : IDLE_INTERVAL);
  }

  /** Asks for the job of the open print, and reports what became of it. */
  async #follow({ printer }: Run): Promise<void> {
    const open = this.#open;
    if (open?.jobId === undefined || open.isAborting) return;
    const job = await printer.findJob(open.jobId, JOB_LIMIT);
    if (this.#open !== open || open.isAborting) return;
    const fate = this.#fate(open, job);
    if (!fate) return;
    if (fate.is === 'unresolved' && fate !== GONE && job?.state === 'completed' && ++open.emptyPolls < COUNT_POLLS) return;
    this.#settle(open, fate);
  }

  /** After a restart of the printer, the number may be that of another job. */
  #fate({ id }: OpenPrint, job: JobFacts | undefined): JobFate | undefined {
    return job?.name === jobName(id) ? fateOf(job) : GONE;
  }

  #settle({ id }: OpenPrint, fate: JobFate): void {
    this.#open = undefined;
    if (fate.is === 'printed') return this.#listener?.printed(id);
    if (fate.is === 'failed') return this.#listener?.failed(id, fate.reason);
    this.#deps.log.warn(`the fate of print ${id} is unknown: ${fate.reason}`);
    this.#listener?.unresolved(id, fate.reason);
  }

  #pollAfter(run: Run, delay: number): void {
    this.#cancelPoll();
    this.#poll = this.#deps.timers.setTimeout(() => void this.#watch(run), delay);
  }

  #cancelPoll(): void {
    if (this.#poll !== undefined) this.#deps.timers.clearTimeout(this.#poll);
    this.#poll = undefined;
  }

  /** Shows the condition of the run, and reports a change of it. A printer that is ready at once still starts before. */
  #show(): void {
    const next = this.#run?.connection.condition() ?? { state: 'STOPPED', errors: [], ink: [] };
    if (this.#shown.state === 'INITIALIZING' && next.state === 'STARTED') this.#enter({ ...next, state: 'STARTING' });
    this.#enter(next);
  }

  #enter(condition: EngineCondition): void {
    const report = JSON.stringify([condition, this.identity()]);
    if (report === this.#reported) return;
    this.#reported = report;
    this.#shown = condition;
    this.#listener?.conditionChanged();
  }
}
