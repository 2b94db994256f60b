import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import type { TriggerResult } from '#contract/api-v3/print-job.ts';
import { stringifyPrintValues, type PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { Counters } from '../counters/counters.ts';
import type { DeviceMessages } from '../device-messages/device-messages.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import type { History } from '../history/history.ts';
import type { IdempotentRequest } from '../idempotency/idempotent-request.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { CommandExpiry } from '../platform/command-clock.ts';
import type { Printer } from '../printers/printer.ts';
import type { NextPrintPreparation } from '../runtime/next-print-preparation.ts';
import type { Job } from '../queue/job.ts';
import type { JobLabelRevisions } from '../queue/job-label-revisions.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { ApprovalRule } from '../preparation/approval-rule.ts';
import { printDelayOf } from '../preparation/label-documents.ts';
import type { PrinterRuntime } from '../runtime/printer-runtime.ts';
import type { FirstPrintChecks } from './first-print-checks.ts';
import type { MissedTriggerHandler } from './missed-trigger-handler.ts';
import type { Picture } from '../drawing/drawn-picture.ts';
import type { PrintPlan, PrintPreparation } from '../preparation/print-preparation.ts';
import type { PrintPermission } from './print-permission.ts';
import { cannotPrint, nothingSelected } from '../runtime/printing-problems.ts';
import type { ReservedPrint, Sending } from './sending.ts';
import { KeyedLock } from '../platform/keyed-lock.ts';

/** How often a print is drawn because its values or its label changed while it was drawn. */
const MAX_DRAWINGS = 10;

const BOUNCED: TriggerResult = { result: 'bounced' };
const PRINTING: TriggerResult = { result: 'printing' };

export interface TriggerPrintingDeps {
  db: ControllerDatabase;
  disk: DiskGuard;
  preparation: PrintPreparation;
  deviceMessages: DeviceMessages;
  ledger: Ledger;
  jobs: JobQueues;
  jobLabelRevisions: JobLabelRevisions;
  history: History;
  counters: Counters;
  sending: Sending;
  missed: MissedTriggerHandler;
  nextPrints: NextPrintPreparation;
  permission: PrintPermission;
  approvalRule: ApprovalRule;
  firstPrintChecks: FirstPrintChecks;
  /** Milliseconds since the epoch, for the dates of a print. */
  now: () => number;
  /** Monotonic milliseconds, for bounce times. */
  monotonicNow: () => number;
}

/** The origin of a trigger. */
export interface TriggerCause {
  /** The request that triggers the print; a photocell has none. */
  idempotency?: IdempotentRequest | undefined;
  /** When the request is too late; a photocell's trigger is never. */
  expiry?: CommandExpiry | undefined;
  /** An input of the line has told the product, without its bounces. */
  isDebounced?: boolean;
  /** The engine's auto-print triggers the print. */
  isAuto?: boolean;
  /** The print is loaded before its product is detected: none is missed when that fails. */
  isPreload?: boolean;
}

/** The state when a trigger arrived. */
interface Arrival extends TriggerCause {
  at: number;
  /** The moment of the print, read once: the date on the product does not change when midnight falls between trigger and print. */
  epochMs: number;
  aborts: number;
}

/** A print that is drawn and not reserved yet. */
interface DrawnPrint {
  printer: Printer;
  job: Job;
  plan: PrintPlan;
  values: PrintValues;
  picture: Picture;
  message: DeviceMessage | undefined;
  idempotency: IdempotentRequest | undefined;
  isPreload: boolean;
}

/** Makes the print of a trigger: prepare, reserve, send. */
export class TriggerPrinting {
  readonly #deps: TriggerPrintingDeps;
  readonly #counterLocks = new KeyedLock();
  /** By allocation: jobs that share rows draw one after the other, so that no picture is drawn of a row that another one takes. */
  readonly #sharedRowLocks = new KeyedLock();

  constructor(deps: TriggerPrintingDeps) {
    this.#deps = deps;
  }

  /**
   * Prints once. From the reservation on the values of the print are spent, whatever the engine does. A trigger that makes no print is
   * recorded as missed. Throws `command-expired`, `first-print-unchecked`, `label-not-approved`, `clock-doubtful`, `disk-full`, `nothing-selected`, `printer-cannot-print`, `printer-buffer-full`,
   * `printer-failed`, or what drawing the label throws.
   */
  async trigger(runtime: PrinterRuntime, cause: TriggerCause = {}): Promise<TriggerResult> {
    const { missed } = this.#deps;
    const arrival: Arrival = { at: this.#deps.monotonicNow(), epochMs: this.#deps.now(), aborts: runtime.aborts, ...cause };
    try {
      return await this.#enqueue(runtime, arrival);
    } catch (error) {
      if (!arrival.isPreload) await missed.record(runtime, arrival, error);
      throw error;
    }
  }

  async #enqueue(runtime: PrinterRuntime, arrival: Arrival): Promise<TriggerResult> {
    const { permission, disk, missed } = this.#deps;
    arrival.expiry?.refuseLate();
    if (!permission.isGranted()) throw await permission.refusal();
    disk.throwIfUnwritable();
    const print = () => this.#print(runtime, arrival);
    return runtime.print(() => (arrival.isPreload ? print() : missed.runAndStopLine(runtime, arrival, print)));
  }

  async #print(runtime: PrinterRuntime, arrival: Arrival): Promise<TriggerResult> {
    const { printer } = runtime;
    arrival.expiry?.refuseLate();
    // The job ended after the engine reported the distance.
    if (arrival.isAuto && runtime.autoPrint === undefined) return BOUNCED;
    const canBounce = !arrival.isAuto && !arrival.isPreload && !arrival.isDebounced;
    if (canBounce && arrival.at - runtime.lastTrigger < runtime.settings.bounceTime) {
      await this.#deps.history.countBounce(printer.name);
      return BOUNCED;
    }
    runtime.refuseAborted(arrival.aborts, 'trigger');
    runtime.refuseUnready();
    const { accepted } = await this.#reserve(runtime, arrival);
    runtime.lastTrigger = arrival.at;
    runtime.isActivated = true;
    await accepted;
    return PRINTING;
  }

  /** Draws and reserves the print; again when its values or its label change meanwhile. */
  async #reserve(runtime: PrinterRuntime, arrival: Arrival): Promise<ReservedPrint> {
    const { jobs, preparation, permission, firstPrintChecks } = this.#deps;
    for (let drawing = 1; drawing <= MAX_DRAWINGS; drawing += 1) {
      const job = await jobs.findCurrent(runtime.printer.name);
      if (!job) throw nothingSelected(runtime.printer);
      await firstPrintChecks.refuseUnchecked(runtime, job);
      const reserved = await this.#sharedRowLocks.run(job.allocation === null ? [] : [String(job.allocation)], async () => {
        // Another printer may have taken the last shared row while this one waited.
        if (job.allocation !== null && (await jobs.findCurrent(runtime.printer.name))?.id !== job.id) return undefined;
        const plan = await preparation.plan(job, arrival.epochMs);
        if (!plan.frozen) await permission.refuseDates([plan.document.needs]);
        return this.#counterLocks.run(plan.advances, () => this.#reservePlanned(runtime, arrival, { job, plan }));
      });
      if (reserved) return reserved;
    }
    throw cannotPrint(runtime.printer, `the label or its values changed ${MAX_DRAWINGS} times while it was drawn.`);
  }

  /**
   * Undefined when something changed meanwhile. Printers whose labels show the same counter run one after the other, so that no picture is
   * drawn with a value that is spent before.
   */
  async #reservePlanned(
    runtime: PrinterRuntime,
    { aborts, idempotency, expiry, isPreload = false }: Arrival,
    { job, plan }: { job: Job; plan: PrintPlan },
  ): Promise<ReservedPrint | undefined> {
    const { preparation, deviceMessages, nextPrints, sending } = this.#deps;
    const { printer } = runtime;
    const values = await preparation.values(plan);
    preparation.refuseBlocked(plan, values);
    const prepared = await nextPrints.findPicture(runtime, plan.document, values);
    const picture = prepared ?? (await preparation.drawPrint(printer, plan.document, values));
    const message = await deviceMessages.resolve(printer, plan, values);
    const drawn = { printer, job, plan, values, picture, message, idempotency, isPreload };
    const printDelay = job.print_delay ?? printDelayOf(plan.document.label);
    return sending.reserve(runtime, { aborts, operation: 'trigger', expiry }, async (trx) => {
      const id = await this.#reserveDrawn(drawn, trx);
      return id === undefined ? undefined : { id, ...picture, message, printDelay };
    });
  }

  /**
   * Reserves the print in one transaction with every value that it spends. Nothing is drawn in it: that would block the other printers.
   * Returns undefined, and changes nothing, if the values no longer equal those of the picture, the job prints another version of the
   * label, or another printer took the shared row. Throws if the job has ended: an abort that was answered is final.
   */
  async #reserveDrawn(
    { printer, job, plan, values, picture, message, idempotency, isPreload }: DrawnPrint,
    trx: ControllerTransaction,
  ): Promise<number | undefined> {
    const { preparation, ledger, counters, jobs, history } = this.#deps;
    const { hdpi, vdpi, hash } = picture;
    const { proof } = printer.engine.traits;
    const attributes = { values, proof, hdpi, vdpi, pictureHash: hash, deviceMessage: message, idempotencyKey: idempotency?.key ?? null };
    if (!(await this.#isCurrentLabel(job, plan, trx))) return undefined;
    await this.#deps.approvalRule.refuseNext(job, plan, trx);
    if (!(await jobs.isStillNext(job, plan.copy, trx))) return undefined;
    if (!isSamePrint(await preparation.values(plan, trx), values)) return undefined;
    await idempotency?.storeForPrint(PRINTING, trx);
    const id = await ledger.reserve({ printer: printer.name, ...subjectOf(job, plan), ...attributes }, trx);
    await counters.advance(plan.advances, trx);
    if (!(await jobs.countStarted(job, { copy: plan.copy, print: id }, trx)))
      throw cannotPrint(printer, 'its job ended during this trigger.');
    if (!isPreload) await history.countTrigger(printer.name, trx);
    return id;
  }

  /** Whether the job still prints this version of the label. */
  async #isCurrentLabel(job: Job, { frozen, labelName, revision }: PrintPlan, trx: ControllerTransaction): Promise<boolean> {
    if (frozen || labelName === '') return true;
    return (await this.#deps.jobLabelRevisions.find(job, labelName, trx)) === revision;
  }
}

function isSamePrint(one: PrintValues, other: PrintValues): boolean {
  return stringifyPrintValues(one) === stringifyPrintValues(other);
}

function subjectOf(
  { id, operator, table_name: table, key, rework_reason: reason }: Job,
  { document, revision, labelName, row, supersedes }: PrintPlan,
) {
  return {
    job: id,
    operator,
    labelName,
    labelRevision: revision,
    document,
    table: supersedes?.table ?? (table === null ? undefined : { name: table, key }),
    row: row?.row,
    supersedes: supersedes && { print: supersedes.print, reason: reason ?? '' },
  };
}
