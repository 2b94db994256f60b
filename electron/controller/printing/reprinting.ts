import type { Proof } from '#contract/api-v3/engine.ts';
import type { PrintState } from '#contract/api-v3/print.ts';
import type { TriggerResult } from '#contract/api-v3/print-job.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { EnginePrint } from '../engines/engine.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import type { CommandExpiry } from '../platform/command-clock.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { underWay } from '../ledger/print-problems.ts';
import { storedMessage, storedValues } from '../ledger/stored-values.ts';
import type { StoredPrint } from '../ledger/print-views.ts';
import type { Prints } from '../ledger/prints.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { ApprovalRule } from '../preparation/approval-rule.ts';
import { printDelayOf, type LabelDocuments } from '../preparation/label-documents.ts';
import type { PrinterRuntime } from '../runtime/printer-runtime.ts';
import type { PrinterRuntimes } from '../runtime/printer-runtimes.ts';
import type { Picture } from '../drawing/drawn-picture.ts';
import type { PrintPreparation } from '../preparation/print-preparation.ts';
import type { PrintPermission } from './print-permission.ts';
import { cannotPrint } from '../runtime/printing-problems.ts';
import type { OperatorStatement } from './print-resolution.ts';
import type { Sending } from './sending.ts';

/** Why a person wants a print again. */
export interface ReprintRequest extends OperatorStatement {
  expiry?: CommandExpiry | undefined;
}

const PRINTING: TriggerResult = { result: 'printing' };
const IN_PROGRESS: readonly PrintState[] = ['reserved', 'sent'];

export interface ReprintingDeps {
  disk: DiskGuard;
  runtimes: PrinterRuntimes;
  prints: Prints;
  ledger: Ledger;
  jobs: JobQueues;
  documents: LabelDocuments;
  preparation: PrintPreparation;
  sending: Sending;
  permission: PrintPermission;
  approvalRule: ApprovalRule;
}

/**
 * Repeats a print dot by dot on an operator's request. A reprint counts in the totals of its job and changes nothing else: no counter, row
 * or owed copy. The ledger records it, whether it is printed or not.
 */
export class Reprinting {
  readonly #deps: ReprintingDeps;

  constructor(deps: ReprintingDeps) {
    this.#deps = deps;
  }

  /**
   * Prints at once on the printer of the original. A reprint is no trigger: it has no bounce time, is no missed trigger, and needs no
   * selected job. Throws `not-found`, `print-under-way`, `label-not-approved`, `command-expired`, and what refuses a trigger, also when the printer would now make other dots.
   */
  async reprint(id: number, statement: ReprintRequest, refuseStopping: (runtime: PrinterRuntime) => void): Promise<TriggerResult> {
    const { prints, runtimes, permission, disk, sending, approvalRule } = this.#deps;
    // An abort also stops a reprint whose original is still being looked up.
    const before = new Map(runtimes.all().map((runtime) => [runtime, runtime.aborts]));
    const original = await prints.stored(id);
    if (IN_PROGRESS.includes(original.state)) throw underWay(id, original.state);
    const runtime = runtimes.get(original.printer);
    const aborts = before.get(runtime) ?? runtime.aborts;
    if (!permission.isGranted()) throw await permission.refusal();
    disk.throwIfUnwritable();
    refuseStopping(runtime);
    await approvalRule.refuse(original.printer, { labelName: original.label_name, revision: original.label_revision });
    return runtime.print(async () => {
      runtime.refuseAborted(aborts, 'reprint');
      runtime.refuseUnready();
      const picture = await this.#draw(runtime, original);
      const { proof } = runtime.printer.engine.traits;
      const reserved = await sending.reserve(runtime, { aborts, operation: 'reprint', expiry: statement.expiry }, (trx) =>
        this.#reserve({ original, picture, statement, proof }, trx),
      );
      await reserved?.accepted;
      return PRINTING;
    });
  }

  /** Draws the print for the printer as it is now; the dots must equal those of the original. */
  async #draw({ printer }: PrinterRuntime, { id, hash, document, print_values, picture_hash }: StoredPrint): Promise<Picture> {
    const { documents, preparation } = this.#deps;
    const picture = await preparation.drawPrint(printer, documents.stored(hash, document), storedValues({ id, print_values }));
    if (picture.hash === picture_hash) return picture;
    throw cannotPrint(printer, `print ${id} would look different: the printer, its resolution or a font has changed since.`);
  }

  async #reserve({ original, picture, statement, proof }: Reserved, trx: ControllerTransaction): Promise<EnginePrint> {
    const { ledger, jobs, documents } = this.#deps;
    const { by: operator, reason, idempotency } = statement;
    const { hash, document } = original;
    await idempotency?.storeForPrint(PRINTING, trx);
    const reprint = { of: original.id, reason };
    const id = await ledger.reserve({ ...sharedWith(original), proof, reprint, operator, idempotencyKey: idempotency?.key ?? null }, trx);
    const { print_delay } = await jobs.countReprint(original.job, trx);
    return {
      id,
      ...picture,
      message: storedMessage(original.device_message),
      printDelay: print_delay ?? printDelayOf(documents.stored(hash, document).label),
    };
  }
}

interface Reserved {
  original: StoredPrint;
  picture: Picture;
  statement: OperatorStatement;
  proof: Proof;
}

/** The part of a reservation that original and reprint share. */
function sharedWith({ printer, job, purpose, label_name, label_revision, hash, document, table_name, key, row, ...print }: StoredPrint) {
  return {
    printer,
    job,
    purpose,
    labelName: label_name,
    labelRevision: label_revision,
    document: { hash, text: document },
    table: table_name === null ? undefined : { name: table_name, key },
    row: row ?? undefined,
    values: storedValues(print),
    hdpi: print.hdpi,
    vdpi: print.vdpi,
    pictureHash: print.picture_hash,
    deviceMessage: storedMessage(print.device_message),
  };
}
