import type { TriggerResult } from '#contract/api-v3/print-job.ts';
import type { TestPrint } from '#contract/api-v3/test-print.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import type { Picture } from '../drawing/drawn-picture.ts';
import type { EnginePrint } from '../engines/engine.ts';
import type { IdempotentRequest } from '../idempotency/idempotent-request.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { ApprovalRule } from '../preparation/approval-rule.ts';
import { labelDocument, type LabelDocument } from '../preparation/label-documents.ts';
import type { PrintPreparation } from '../preparation/print-preparation.ts';
import type { CommandExpiry } from '../platform/command-clock.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { PrinterRuntime } from '../runtime/printer-runtime.ts';
import { cannotPrint } from '../runtime/printing-problems.ts';
import type { Printer } from '../printers/printer.ts';
import type { PrintPermission } from './print-permission.ts';
import type { Sending } from './sending.ts';
import type { Tables } from '../tables/tables.ts';
import { testLabel } from './test-label.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';

const PRINTING: TriggerResult = { result: 'printing' };

export interface TestPrintingDeps {
  disk: DiskGuard;
  ledger: Ledger;
  jobs: JobQueues;
  preparation: PrintPreparation;
  tables: Pick<Tables, 'getRowByKey'>;
  sending: Sending;
  permission: PrintPermission;
  approvalRule: ApprovalRule;
}

/** A test print, and who asks for it. */
export interface TestPrintRequest {
  by: string;
  /** What is printed; by default a built-in picture. */
  content?: TestPrint | undefined;
  idempotency?: IdempotentRequest | undefined;
  expiry?: CommandExpiry | undefined;
}

/**
 * Prints a label, or a built-in picture that shows size, position and resolution. No counter advances, no row counts as printed, and the print is in no
 * count of labels.
 */
export class TestPrinting {
  readonly #deps: TestPrintingDeps;

  constructor(deps: TestPrintingDeps) {
    this.#deps = deps;
  }

  /**
   * Prints at once. The count of the device then includes one more print, which the record explains. Throws `in-use` while a job is selected: a
   * test picture between its products would be taken for one of its labels; `printer-cannot-print` while a print is not settled; `cannot-render` and `not-found` for the label and its row; `label-not-approved` for a label where only approved ones
   * print; and `command-expired`.
   */
  async print(runtime: PrinterRuntime, request: TestPrintRequest): Promise<TriggerResult> {
    const { permission, disk, jobs, sending, approvalRule } = this.#deps;
    const { aborts, printer } = runtime;
    if (!permission.isGranted()) throw await permission.refusal();
    disk.throwIfUnwritable();
    if (request.content) await approvalRule.refuse(printer.name, { labelName: '', revision: 0 });
    return runtime.print(async () => {
      runtime.refuseAborted(aborts, 'test print');
      if ((await jobs.queueLength(printer.name)) > 0) throw hasJob(printer.name);
      if (!runtime.isIdle) throw cannotPrint(printer, 'its last print is not settled yet.');
      runtime.refuseUnready();
      const { document, values, picture } = await this.#draw(runtime, request.content);
      const reserved = await sending.reserve(runtime, { aborts, operation: 'test print', expiry: request.expiry }, (trx) =>
        this.#reserve(runtime, { document, values, picture, request }, trx),
      );
      await reserved?.accepted;
      return PRINTING;
    });
  }

  async #draw({ printer }: PrinterRuntime, content: TestPrint | undefined): Promise<Omit<Reserved, 'request'>> {
    const { preparation } = this.#deps;
    const { document, values } = content ? await this.#labelOf(content) : await this.#builtIn(printer);
    return { document, values, picture: await preparation.drawPrint(printer, document, values) };
  }

  /** The label with the values of now. */
  async #labelOf({ labelData, row: wanted }: TestPrint): Promise<Pick<Reserved, 'document' | 'values'>> {
    const { preparation, tables } = this.#deps;
    const document = labelDocument(labelData);
    const row = wanted && (await tables.getRowByKey(wanted.tableName, { column: wanted.keyColumn, key: wanted.key }));
    const values = await preparation.values({ document, row, moment: await preparation.moment() });
    return { document, values };
  }

  async #builtIn(printer: Printer): Promise<Pick<Reserved, 'document' | 'values'>> {
    const { preparation } = this.#deps;
    const { target, properties } = printer.engine;
    const { hdpi, vdpi } = target;
    const { configuration } = printer;
    const { physicalWidth: width = properties.physicalWidth, height = properties.height } = configuration ?? {};
    if (width === undefined || height === undefined) throw cannotPrint(printer, 'the size of its print area is not known.');
    const moment = await preparation.moment();
    const document = labelDocument(testLabel({ printer: printer.name, time: timeText(moment), width, height, hdpi, vdpi }));
    const values: PrintValues = { moment, variables: new Map(), counters: new Map(), shiftCodes: new Map(), row: undefined };
    return { document, values };
  }

  async #reserve(
    { printer }: PrinterRuntime,
    { document, values, picture, request }: Reserved,
    trx: ControllerTransaction,
  ): Promise<EnginePrint> {
    const { ledger, jobs } = this.#deps;
    const { by: operator, idempotency } = request;
    const { hdpi, vdpi, hash } = picture;
    await idempotency?.storeForPrint(PRINTING, trx);
    const job = await jobs.addTest(printer.name, { label: document.text, operator }, trx);
    const subject = { printer: printer.name, job, labelName: '', labelRevision: 0, document, table: undefined, row: undefined, operator };
    const attributes = { values, hdpi, vdpi, proof: printer.engine.traits.proof, pictureHash: hash };
    const id = await ledger.reserve({ ...subject, ...attributes, purpose: 'test', idempotencyKey: idempotency?.key ?? null }, trx);
    return { id, ...picture, printDelay: 0 };
  }
}

interface Reserved {
  document: LabelDocument;
  values: PrintValues;
  picture: Picture;
  request: TestPrintRequest;
}

/** Date and time in the time zone of the controller, as ISO 8601 writes them. */
function timeText({ epochMs, timeZone }: PrintValues['moment']): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone }).format(epochMs);
}

function hasJob(printer: string): ProblemError {
  const detail = `A job is selected on "${printer}". Unload it first: a test print between its products could be taken for one of its labels.`;
  return new ProblemError('in-use', { detail, instance: `/api/v3/printers/${encodeURIComponent(printer)}` });
}
