import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import { isDeselection, type PrintJob, type Selection, type TriggerResult } from '#contract/api-v3/print-job.ts';
import type { NewPrintBlock, PrintBlock } from '#contract/api-v3/print-block.ts';
import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import { distinctErrors, type StatusError } from '#contract/api-v3/status-error.ts';
import type { ControllerSchema } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import type { Log } from '#process/log.ts';
import type { Timers } from '../platform/timers.ts';
import type { IdempotentRequest } from '../idempotency/idempotent-request.ts';
import type { ReadWriteLock } from '../platform/read-write-lock.ts';
import type { Printers } from '../printers/printers.ts';
import { inkStatus, withDetails } from '../printers/detailed-status.ts';
import { ragStatus } from '../printers/rag-status.ts';
import type { WatchedFolder } from '../platform/watched-folder.ts';
import { AbortPrinting } from './abort-printing.ts';
import { ledgerWarnings } from './ledger-warnings.ts';
import { describeJob } from '../preparation/current-job.ts';
import { Preloading } from './preloading.ts';
import { EngineEvents } from './engine-events.ts';
import { LineProducts } from './line-products.ts';
import { JobSelection } from './job-selection.ts';
import { NextPrintView } from './next-print-view.ts';
import { QueueEnding } from './queue-ending.ts';
import type { PrinterRuntime } from '../runtime/printer-runtime.ts';
import type { AppliedPrinterSettings } from '../runtime/applied-printer-settings.ts';
import type { EngineReports } from './engine-reports.ts';
import type { Picture } from '../drawing/drawn-picture.ts';
import type { PlanTokens } from '../selection/plan-tokens.ts';
import { cannotPrint, refusedTrigger } from '../runtime/printing-problems.ts';
import type { QueueEnd } from '../queue/pending-queue-ends.ts';
import type { BlockRequest, PrintBlocks } from '../print-blocks/print-blocks.ts';
import { TestPrinting, type TestPrintingDeps, type TestPrintRequest } from './test-printing.ts';
import { Reprinting, type ReprintingDeps, type ReprintRequest } from './reprinting.ts';
import type { SelectionRequest, SelectionResolver } from '../selection/selection-resolver.ts';
import type { Settlement } from './settlement.ts';
import { TriggerPrinting, type TriggerCause, type TriggerPrintingDeps } from './trigger-printing.ts';

export interface PrintingDeps extends TriggerPrintingDeps, ReprintingDeps, TestPrintingDeps {
  commits: GroupCommit<ControllerSchema>;
  settlement: Settlement;
  engineReports: EngineReports;
  printers: Printers;
  timers: Timers;
  log: Log;
  selectionResolver: SelectionResolver;
  tokens: PlanTokens;
  /** Selections hold it as readers: what they found is not removed or renamed before they have ended. */
  selectionLock: ReadWriteLock;
  appliedSettings: AppliedPrinterSettings;
  printBlocks: PrintBlocks;
  /** What is to be said about the verification of a printer's prints. */
  readers: { warnings(printer: string): StatusError[] };
  isSafeMode: boolean;
  folder?: Pick<WatchedFolder, 'checkAfterPause'> | undefined;
}

/** Print control: select, trigger, abort and status. Printers are independent of each other. */
export class Printing {
  /** Products that inputs of the line tell. */
  readonly lineProducts: LineProducts;
  /** Selections for several printers at once. */
  readonly jobSelection: JobSelection;
  readonly #deps: PrintingDeps;
  readonly #triggerPrinting: TriggerPrinting;
  readonly #reprinting: Reprinting;
  readonly #testPrinting: TestPrinting;
  readonly #queueEnding: QueueEnding;
  readonly #abortPrinting: AbortPrinting;
  readonly #preloading: Preloading;
  readonly #engineEvents: EngineEvents;
  readonly #nextPrint: NextPrintView;
  /** Differences that the ledger check found at the start. */
  #ledgerFaults: StatusError[] = [];
  #isStopping = false;

  constructor(deps: PrintingDeps) {
    this.#deps = deps;
    this.#triggerPrinting = new TriggerPrinting(deps);
    this.#reprinting = new Reprinting(deps);
    this.#testPrinting = new TestPrinting(deps);
    this.#queueEnding = new QueueEnding(deps);
    this.#nextPrint = new NextPrintView(deps);
    this.#abortPrinting = new AbortPrinting({ ...deps, queueEnding: this.#queueEnding });
    const trigger = (runtime: PrinterRuntime, cause: TriggerCause) => this.#trigger(runtime, cause);
    const sendNext = (runtime: PrinterRuntime) => trigger(runtime, { isPreload: true });
    this.#preloading = new Preloading({ ...deps, abortPrinting: this.#abortPrinting, sendNext });
    this.jobSelection = new JobSelection({ ...deps, preloading: this.#preloading });
    this.#engineEvents = new EngineEvents({ ...deps, preloading: this.#preloading, trigger, isStopping: () => this.#isStopping });
    this.lineProducts = new LineProducts({ ...deps, engineEvents: this.#engineEvents });
  }

  /**
   * Settles the prints that the last run left open, and listens to the engines. Call before the engines start. On a full disk these prints
   * are settled before anything else is written.
   */
  async start(): Promise<void> {
    const { runtimes, settlement, disk } = this.#deps;
    const recovered = disk.runWhenWritable(() => settlement.recover());
    await disk.waitFor(recovered.then((faults) => (this.#ledgerFaults = faults)));
    for (const runtime of runtimes.all()) await this.follow(runtime);
  }

  /** Applies a printer's stored settings and listens to its engine. Call once for each printer, before it is started. */
  async follow(runtime: PrinterRuntime): Promise<void> {
    await this.#deps.appliedSettings.apply(runtime);
    this.#engineEvents.listen(runtime);
  }

  /** Whether triggers are refused because the controller stops. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Refuses triggers from now on; earlier ones finish. */
  stopAccepting(): void {
    this.#isStopping = true;
  }

  /** Aborts the prints of all engines and refuses triggers. Jobs stay as they are. Resolves once the outcome of the prints is stored. */
  async halt(reason: string): Promise<void> {
    this.stopAccepting();
    this.#deps.nextPrints.stop();
    await Promise.all(this.#deps.runtimes.all().map((runtime) => this.#abortPrinting.halt(runtime, reason)));
  }

  /** Refuses triggers, lets prints in progress finish for a moment, and voids the rest. Call before the engines stop. */
  async stop(): Promise<void> {
    this.stopAccepting();
    this.#deps.nextPrints.stop();
    await this.#deps.disk.stop();
    await this.#queueEnding.stop();
    await Promise.all(this.#deps.runtimes.all().map((runtime) => this.#abortPrinting.finish(runtime)));
  }

  /**
   * Queues a job for a selection, or ends the queue when the selection is empty. Everything is found and checked before the queue changes.
   * Throws `not-found`, `key-not-unique`, `invalid-input`, `cannot-render` naming the part at fault, `clock-doubtful`, `disk-full`, and
   * `queue-changed` when the printer is deselected meanwhile, and `command-expired` when its turn comes too late. Returns undefined for a
   * deselection; prints that the engine holds then are finished.
   */
  async select(printerName: string, selection: PrintJob, request: SelectionRequest = {}): Promise<Selection | undefined> {
    const runtime = this.#deps.runtimes.get(printerName);
    if (isDeselection(selection)) return this.#deselect(runtime, request.idempotency);
    const [added] = await this.jobSelection.append([{ runtime, selection }], request);
    return added && { id: added.id, position: added.position };
  }

  /** Prints on one product. Throws when it was not printed: see `TriggerPrinting`. */
  async trigger(printerName: string, request: Pick<TriggerCause, 'idempotency' | 'expiry'> = {}): Promise<TriggerResult> {
    const runtime = this.#deps.runtimes.get(printerName);
    try {
      if (runtime.printer.engine.traits.preloads) throw cannotPrint(runtime.printer, 'its own product detector starts its prints.');
      return await this.#trigger(runtime, request);
    } catch (error) {
      throw refusedTrigger(runtime.printer, error);
    }
  }

  /** Repeats a print. Throws when it was not printed: see `Reprinting`. */
  async reprint(id: number, statement: ReprintRequest): Promise<TriggerResult> {
    return this.#reprinting.reprint(id, statement, (runtime) => this.#refuseStopping(runtime));
  }

  /** Prints a test picture. Throws when it was not printed: see `TestPrinting`. */
  async testPrint(printerName: string, request: TestPrintRequest): Promise<TriggerResult> {
    const runtime = this.#deps.runtimes.get(printerName);
    this.#refuseStopping(runtime);
    return this.#testPrinting.print(runtime, request);
  }

  /** Ends the whole queue: after this nothing prints. Aborting an idle printer is no error. Works in every state: see `AbortPrinting`. */
  async abort(printerName: string, idempotency?: IdempotentRequest): Promise<void> {
    await this.#abortPrinting.abort(this.#deps.runtimes.get(printerName), idempotency);
  }

  /** Removes the prints that a device holds for its next products. */
  async unload(printerName: string, reason: string): Promise<void> {
    const runtime = this.#deps.runtimes.get(printerName);
    await runtime.operations.run(() => this.#preloading.unload(runtime, reason));
  }

  /** Current state, ink, job and queue length. Draws nothing. */
  async status(printerName: string): Promise<PrinterStatus> {
    const { runtimes, jobs, ledger, permission, disk, preparation, firstPrintChecks, readers } = this.#deps;
    const runtime = runtimes.get(printerName);
    const { printer, stopCause } = runtime;
    const { state, errors: reported, ink, conveyor } = printer.condition();
    const unknown = (await ledger.unknown(printerName)).length;
    const errors = [
      ...reported,
      disk.fault,
      ...(await permission.warnings()),
      ...ledgerWarnings({ unknown, countFault: runtime.countFault, ledgerFaults: this.#ledgerFaults }),
      ...readers.warnings(printerName),
      stopCause ?? runtime.fault,
    ];
    const job = await jobs.findCurrent(printerName);
    const loaded = this.#nextPrint.loadedPrint(printerName);
    const held = loaded === undefined ? undefined : await this.#deps.prints.stored(loaded);
    const described = job && (await describeJob(preparation, job, held));
    const dateWarning = await permission.dateWarning(described);
    errors.push(described?.fault, dateWarning);
    const reasons = distinctErrors(errors.filter((error) => error !== undefined));
    const queue = Math.max(0, (await jobs.queueLength(printerName)) - 1);
    const status = {
      state,
      ragStatus: ragStatus({ state, errors: reasons, ink, isStopped: (stopCause ?? disk.fault ?? dateWarning) !== undefined }),
      ...withDetails(reasons),
      ink: ink.map(inkStatus),
      job: await firstPrintChecks.addTo(described?.job, { runtime, job }),
      queue,
      ...(runtime.missedTriggers > 0 && { missedTriggers: runtime.missedTriggers }),
    };
    return conveyor ? { ...status, conveyor } : status;
  }

  /**
   * The number of printers with a job, and of those whose job waits for the clock because it shows dates. Reads each next print: call it
   * only while the clock was set.
   */
  async datedJobs(): Promise<{ selected: number; stopped: number }> {
    const { runtimes, jobs, preparation } = this.#deps;
    const found = await Promise.all(runtimes.all().map(({ printer }) => jobs.findCurrent(printer.name)));
    const selected = found.filter((job) => job !== undefined);
    const described = await Promise.all(selected.map((job) => describeJob(preparation, job)));
    return { selected: selected.length, stopped: described.filter(({ isDated }) => isDated).length };
  }

  /** The picture of the next print: see `NextPrintView`. */
  nextPicture(printerName: string): Promise<Picture> {
    return this.#nextPrint.picture(printerName);
  }

  /** The message of the next print: see `NextPrintView`. */
  nextMessage(printerName: string): Promise<DeviceMessage | undefined> {
    return this.#nextPrint.message(printerName);
  }

  /** Blocks further prints, and takes those out of the devices that hold one for their next product. Throws as `PrintBlocks.set` does. */
  async blockPrints(conditions: NewPrintBlock, request: BlockRequest): Promise<PrintBlock> {
    const { printBlocks, runtimes } = this.#deps;
    const block = await printBlocks.set(conditions, request);
    await Promise.all(runtimes.all().map((runtime) => this.#preloading.unloadBlocked(runtime)));
    return block;
  }

  /** Lifts a block: devices get the prints that it stopped. Throws as `PrintBlocks.lift` does. */
  async liftBlock(id: number, reason: string, request: BlockRequest): Promise<void> {
    const { printBlocks, runtimes } = this.#deps;
    await printBlocks.lift(id, reason, request);
    for (const runtime of runtimes.all()) void this.#preloading.retry(runtime);
  }

  /** Ends the queue at once; the end is stored as soon as the disk accepts it. Prints that the engine holds are finished. */
  async #deselect(runtime: PrinterRuntime, idempotency: IdempotentRequest | undefined): Promise<undefined> {
    const { jobs } = this.#deps;
    const { aborts } = runtime;
    runtime.deselections++;
    await runtime.operations.run(async () => {
      runtime.refuseAborted(aborts, 'selection');
      const end: QueueEnd = { printer: runtime.printer.name, state: 'deselected' };
      jobs.pendingEnds.add(end);
      await this.#queueEnding.write(runtime, end, { ready: Promise.resolve(idempotency) });
      await this.#preloading.unload(runtime, 'the printer was deselected');
      runtime.clearFaults();
    });
    return undefined;
  }

  async #trigger(runtime: PrinterRuntime, cause: TriggerCause = {}): Promise<TriggerResult> {
    this.#refuseStopping(runtime);
    const result = await this.#triggerPrinting.trigger(runtime, cause);
    if (result.result === 'printing') runtime.clearTriggerFault();
    return result;
  }

  #refuseStopping({ printer }: PrinterRuntime): void {
    this.#deps.folder?.checkAfterPause();
    if (this.#isStopping) throw cannotPrint(printer, 'the controller is stopping.');
  }
}
