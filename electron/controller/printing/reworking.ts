import { sql, type Selectable } from 'kysely';
import type { PrintState } from '#contract/api-v3/print.ts';
import type { Selection } from '#contract/api-v3/print-job.ts';
import type { Rework } from '#contract/api-v3/rework.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import type { DeviceMessages } from '../device-messages/device-messages.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import { noPrint, notMade, superseded, underWay } from '../ledger/print-problems.ts';
import type { Prints } from '../ledger/prints.ts';
import { storedValues } from '../ledger/stored-values.ts';
import type { CommandExpiry } from '../platform/command-clock.ts';
import type { ApprovalRule } from '../preparation/approval-rule.ts';
import type { LabelDocument, LabelDocuments } from '../preparation/label-documents.ts';
import type { PrintPreparation } from '../preparation/print-preparation.ts';
import type { NewJob } from '../queue/job.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { PrinterRuntime } from '../runtime/printer-runtime.ts';
import type { PrinterRuntimes } from '../runtime/printer-runtimes.ts';
import type { PrintPermission } from './print-permission.ts';
import type { OperatorStatement } from './print-resolution.ts';

/** Originals that are checked at the same time, and rows of one INSERT. */
const BATCH = 100;

export interface ReworkingDeps {
  db: ControllerDatabase;
  commits: GroupCommit<ControllerSchema>;
  disk: DiskGuard;
  runtimes: PrinterRuntimes;
  prints: Prints;
  jobs: JobQueues;
  documents: LabelDocuments;
  preparation: PrintPreparation;
  deviceMessages: DeviceMessages;
  permission: PrintPermission;
  approvalRule: ApprovalRule;
  isSafeMode: boolean;
}

/** Who reworks prints. */
export interface ReworkRequest extends Omit<OperatorStatement, 'reason'> {
  expiry?: CommandExpiry | undefined;
  /** Whether the client may name a printer of the originals. */
  mayName: (printer: string) => boolean;
}

type Original = Selectable<ControllerSchema['prints']>;
type Db = ControllerDatabase | ControllerTransaction;
const IN_PROGRESS: readonly PrintState[] = ['reserved', 'sent'];

/**
 * Makes prints once more on a printer of this controller: as a frozen job at the end of its queue, so that each trigger makes one of them
 * with the values of its original. No counter moves. Each print supersedes its original from its reservation on, unless it becomes void:
 * then the job makes it again.
 */
export class Reworking {
  readonly #deps: ReworkingDeps;

  constructor(deps: ReworkingDeps) {
    this.#deps = deps;
  }

  /**
   * Queues the job. Everything is checked before the queue changes. Throws `not-found`, `print-under-way`, `invalid-input` for a void print,
   * `print-superseded` unless that is confirmed, `print-blocked`, `label-not-approved`, `cannot-render`, `forbidden`, and what refuses a selection.
   */
  async rework(printerName: string, rework: Rework, request: ReworkRequest): Promise<Selection> {
    const { runtimes, permission, disk, isSafeMode, db } = this.#deps;
    const runtime = runtimes.get(printerName);
    const { aborts } = runtime;
    disk.throwIfUnwritable();
    runtime.refusePendingQueueEnd();
    if (isSafeMode) throw new ProblemError('safe-mode', { detail: 'The controller is in safe mode: nothing can be queued.' });
    if (!permission.isGranted()) throw await permission.refusal();
    const originals = await this.#originals(rework, request, db);
    await this.#refuseUnprintable(runtime, originals);
    return runtime.operations.run(async () => {
      runtime.refusePendingQueueEnd();
      const added = await runtime.commitStep(aborts, 'rework', () => {
        request.expiry?.refuseLate();
        return this.#store(printerName, rework, request);
      });
      if (added.position === 0) runtime.clearFaults();
      return added;
    });
  }

  /** The originals in the given order. Throws if one of them cannot be reworked. */
  async #originals({ prints: ids, supersedeAgain }: Rework, { mayName }: Pick<ReworkRequest, 'mayName'>, db: Db): Promise<Original[]> {
    const found = await db.selectFrom('prints').selectAll().where('id', 'in', ids).execute();
    const byId = new Map(found.map((print) => [print.id, print]));
    const originals = ids.map((id) => {
      const print = byId.get(id);
      if (!print) throw noPrint(id);
      refuseUnfit(print, mayName);
      return print;
    });
    if (!supersedeAgain) await refuseSuperseded(ids, db);
    return originals;
  }

  /** Throws `print-blocked`, or what drawing throws, for the first original that the printer cannot print. */
  async #refuseUnprintable({ printer }: PrinterRuntime, originals: readonly Original[]): Promise<void> {
    const { deviceMessages, approvalRule } = this.#deps;
    const documents = await this.#documents(originals);
    for (const name of new Set(originals.map(({ label_name }) => label_name))) await deviceMessages.refuseMissing(printer, name, undefined);
    for (let start = 0; start < originals.length; start += BATCH) {
      const batch = originals.slice(start, start + BATCH);
      for (const { label_name: labelName, label_revision: revision } of batch)
        await approvalRule.refuse(printer.name, { labelName, revision });
      await Promise.all(batch.map((original) => this.#refuseUndrawable(printer, original, documents.get(original.document_hash))));
    }
  }

  async #refuseUndrawable(printer: PrinterRuntime['printer'], original: Original, document: LabelDocument | undefined): Promise<void> {
    const { preparation } = this.#deps;
    if (!document) throw new Error(`The document of print ${original.id} is missing.`);
    const values = storedValues(original);
    preparation.refuseBlocked({ labelName: original.label_name, revision: original.label_revision, document }, values);
    if (!preparation.hasDrawn(printer, document)) await preparation.drawFirst(printer, document, values);
    const problem = await preparation.findFaultOfRow(printer, { document, values, row: values.row });
    if (!problem) return;
    throw new ProblemError(problem.slug, { ...problem.context, detail: `Print ${original.id}: ${problem.message}` });
  }

  /** The documents of the originals by their hashes; each is read once. */
  async #documents(originals: readonly Original[]): Promise<Map<string, LabelDocument>> {
    const { db, documents } = this.#deps;
    const hashes = [...new Set(originals.map(({ document_hash }) => document_hash))];
    const stored = await db.selectFrom('label_documents').selectAll().where('hash', 'in', hashes).execute();
    return new Map(stored.map(({ hash, document }) => [hash, documents.stored(hash, document)]));
  }

  /** Stores the job with its rows. The originals are checked again: another request may have superseded them meanwhile. */
  #store(printer: string, rework: Rework, { by, idempotency, mayName }: ReworkRequest): Promise<Selection> {
    const { commits, disk, jobs } = this.#deps;
    const write = async (trx: ControllerTransaction): Promise<Selection> => {
      const originals = await this.#originals(rework, { mayName }, trx);
      const added = await jobs.append(printer, jobOf(rework, originals, by), trx);
      const rows = originals.map((original, position) => rowOf(added.id, original, position));
      for (let start = 0; start < rows.length; start += BATCH) {
        await trx
          .insertInto('frozen_rows')
          .values(rows.slice(start, start + BATCH))
          .execute();
      }
      await idempotency?.store(added, trx);
      return added;
    };
    return disk.run(() => commits.run(write));
  }
}

function refuseUnfit({ id, state, printer, purpose }: Original, mayName: (printer: string) => boolean): void {
  if (!mayName(printer)) throw new ProblemError('forbidden', { detail: `The key may not name the printer "${printer}" of print ${id}.` });
  if (IN_PROGRESS.includes(state)) throw underWay(id, state);
  if (state === 'void') throw notMade(id, 'it is void, and its job makes the copy again.');
  if (purpose === 'test') throw notMade(id, 'it is a test print.');
}

/** Throws `print-superseded` for a print that another one replaces, or that waits in a rework job. */
async function refuseSuperseded(ids: readonly number[], db: Db): Promise<void> {
  const { rows } = await sql<{ id: number; by: number | null; job: string | null }>`
    WITH wanted AS (SELECT value AS id FROM json_each(${JSON.stringify(ids)}))
    SELECT wanted.id,
      (SELECT max(prints.id) FROM prints WHERE prints.supersedes = wanted.id AND prints.state <> 'void') AS by,
      (SELECT jobs.id FROM frozen_rows JOIN jobs ON jobs.id = frozen_rows.job
        WHERE frozen_rows.supersedes = wanted.id AND jobs.state = 'queued' LIMIT 1) AS job
    FROM wanted WHERE by IS NOT NULL OR job IS NOT NULL ORDER BY wanted.id`.execute(db);
  const [first] = rows;
  if (first) throw superseded(first, rows.length - 1);
}

/** A frozen job that prints each original once. */
function jobOf({ prints, reason, description = reason }: Rework, originals: readonly Original[], operator: string): NewJob {
  const [first] = originals;
  if (!first) throw new Error('A rework without prints was not refused.');
  const isOneLabel = originals.every(({ label_name }) => label_name === first.label_name);
  return {
    ...{ description, operator, rework_reason: reason, frozen: 1, total_copies: prints.length },
    ...{ label_name: isOneLabel ? first.label_name : '', label_data: null, label_column: null, label_revision: first.label_revision },
    ...{ table_name: null, key_column: null, key: null, row: null, first_row: null, row_count: null, cursor: 0 },
    ...{ copies: null, copies_column: null, printed_column: null, repeat_print: 0, checkpoint: 0, allocation: null, elsewhere: 0 },
    ...{ auto_print_gap: null, auto_print_interval: null, print_delay: null },
  };
}

function rowOf(job: string, { id, row, label_name, label_revision, document_hash, print_values }: Original, position: number) {
  return { job, position, row, label_name, label_revision, document_hash, print_values, copies: 1, supersedes: id };
}
