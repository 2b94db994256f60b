import type { FirstPrintCheck, FirstPrintStatement } from '#contract/api-v3/first-print-check.ts';
import type { CurrentJob } from '#contract/api-v3/printer.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import { Statement } from '#storage/database/statement.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import { noPublish, type Publish } from '../events/events.ts';
import type { IdempotentRequest } from '../idempotency/idempotent-request.ts';
import { noPrint } from '../ledger/print-problems.ts';
import type { Job } from '../queue/job.ts';
import type { PrinterRuntime } from '../runtime/printer-runtime.ts';
import type { PrinterRuntimes } from '../runtime/printer-runtimes.ts';

type Db = ControllerDatabase | ControllerTransaction;

interface StoredVerdict {
  verdict: FirstPrintCheck['verdict'];
  print: number;
  said_by: string;
  said_at: number;
  note: string;
}

/** The first print of a job that is or may be on a product. */
const FIRST = new Statement<{ id: number; state: string }>(
  "SELECT id, state FROM prints WHERE job = ?1 AND state <> 'void' AND reprint_of IS NULL ORDER BY id LIMIT 1",
);
const PRINT = new Statement<{ job: string; printer: string; purpose: string }>('SELECT job, printer, purpose FROM prints WHERE id = ?1');
const LAST_VERDICT = new Statement<StoredVerdict>('SELECT * FROM first_print_verdicts WHERE job = ?1 ORDER BY id DESC LIMIT 1');
const VERDICTS_OF_PRINT = new Statement<StoredVerdict>('SELECT * FROM first_print_verdicts WHERE print = ?1 ORDER BY id');
const STORE = new Statement(
  'INSERT INTO first_print_verdicts (job, print, verdict, said_by, said_at, note) VALUES (?1, ?2, ?3, ?4, ?5, ?6)',
);

/** States of a print that a person can look at. */
const SEEN = ['printed', 'handed-over', 'unknown'];

/** The first print of a job and the verdict on it, for the status of a printer. */
interface FirstPrintState {
  /** The first print that can be looked at. */
  firstPrint?: number;
  firstPrintCheck?: FirstPrintCheck;
  /** Whether the printer makes no further print until the first one is found right. */
  firstPrintCheckRequired?: true;
}

/** Who states a verdict, and what makes its repetition safe. */
export interface VerdictRequest {
  by: string;
  idempotency?: IdempotentRequest | undefined;
}

export interface FirstPrintChecksDeps {
  db: ControllerDatabase;
  commits: GroupCommit<ControllerSchema>;
  disk: DiskGuard;
  runtimes: PrinterRuntimes;
  now: () => number;
  publish?: Publish;
}

/**
 * The verdicts of persons on the first prints of jobs. A later verdict corrects an earlier one; all of them are kept. A printer with the setting
 * `firstPrintCheckRequired` makes no second print before the first one was found right.
 */
export class FirstPrintChecks {
  readonly #deps: FirstPrintChecksDeps;

  constructor(deps: FirstPrintChecksDeps) {
    this.#deps = deps;
  }

  /** The description of a printer's current job with its first print, and the verdict on it; null without a job. */
  async addTo(
    described: CurrentJob | undefined,
    { runtime, job }: { runtime: PrinterRuntime; job: Pick<Job, 'id' | 'started'> | undefined },
  ): Promise<CurrentJob | null> {
    return described && job ? { ...described, ...(await this.#describe(runtime, job)) } : null;
  }

  /** All verdicts on a print, oldest first. */
  async ofPrint(print: number): Promise<FirstPrintCheck[]> {
    return (await VERDICTS_OF_PRINT.all(this.#deps.db, print)).map(toCheck);
  }

  /** Throws `first-print-unchecked` when the printer waits for the verdict on the first print of this job. */
  async refuseUnchecked({ printer, settings }: PrinterRuntime, job: Pick<Job, 'id' | 'started'>): Promise<void> {
    if (!settings.firstPrintCheckRequired || job.started === 0) return;
    const { db } = this.#deps;
    const first = await FIRST.first(db, job.id);
    if (!first) return;
    const check = await this.#last(job.id, db);
    if (check?.verdict !== 'right') throw unchecked(printer.name, { print: first.id, isWrong: check?.verdict === 'wrong' });
  }

  /**
   * Stores a verdict. Stating the same again changes nothing. Throws `not-found` for a print that this printer has not made, and `invalid-input` for one that is not the first of
   * its job.
   */
  async state(printerName: string, statement: FirstPrintStatement, { by, idempotency }: VerdictRequest): Promise<FirstPrintCheck> {
    const { runtimes, commits, disk, now, publish = noPublish } = this.#deps;
    const runtime = runtimes.get(printerName);
    disk.throwIfUnwritable();
    const { printId: print, verdict, note } = statement;
    const check = await disk.run(() =>
      commits.run(async (trx) => {
        const job = await jobOf(printerName, print, trx);
        const last = await this.#last(job, trx);
        const isRepeated = last?.verdict === verdict && last.note === note && last.by === by && last.printId === print;
        if (!isRepeated) await STORE.run(trx, job, print, verdict, by, now(), note);
        const stored = await this.#last(job, trx);
        if (!stored) throw new Error('The verdict was not stored.');
        await idempotency?.store(stored, trx);
        publish({ type: 'first-print:checked', printer: printerName }, trx);
        return stored;
      }),
    );
    if (check.verdict === 'right') runtime.clearFaults();
    runtime.prefetchNextPrint();
    return check;
  }

  async #describe({ settings }: PrinterRuntime, job: Pick<Job, 'id' | 'started'>): Promise<FirstPrintState> {
    const { db } = this.#deps;
    const first = job.started > 0 ? await FIRST.first(db, job.id) : undefined;
    if (!first) return {};
    const check = await this.#last(job.id, db);
    const isBlocked = settings.firstPrintCheckRequired && check?.verdict !== 'right';
    return {
      ...(SEEN.includes(first.state) && { firstPrint: first.id }),
      ...(check && { firstPrintCheck: check }),
      ...(isBlocked && { firstPrintCheckRequired: true }),
    };
  }

  async #last(job: string, db: Db): Promise<FirstPrintCheck | undefined> {
    const stored = await LAST_VERDICT.first(db, job);
    return stored && toCheck(stored);
  }
}

/** The job whose first print this is. */
async function jobOf(printer: string, id: number, trx: ControllerTransaction): Promise<string> {
  const print = await PRINT.first(trx, id);
  if (!print || print.printer !== printer || print.purpose === 'test') throw noPrint(id);
  const first = await FIRST.first(trx, print.job);
  if (first?.id === id && SEEN.includes(first.state)) return print.job;
  const detail = `/printId: print ${id} is not the first print of its job`;
  throw new ProblemError('invalid-input', { detail, errors: [{ pointer: '/printId', detail }] });
}

function toCheck({ verdict, print, said_by: by, said_at: at, note }: StoredVerdict): FirstPrintCheck {
  return { verdict, printId: print, by, at: new Date(at).toISOString(), note };
}

function unchecked(printer: string, { print, isWrong }: { print: number; isWrong: boolean }): ProblemError {
  const detail = isWrong
    ? `The first print on "${printer}" (${print}) was found wrong: nothing more is printed. Abort the job, or correct the verdict.`
    : `"${printer}" waits until a person has compared the first print (${print}) with what was to be printed.`;
  return new ProblemError('first-print-unchecked', {
    detail,
    instance: `/api/v3/printers/${encodeURIComponent(printer)}/job/firstPrintCheck`,
  });
}
