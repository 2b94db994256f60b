import type { PrintJob, Selection } from '#contract/api-v3/print-job.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import type { ReadWriteLock } from '../platform/read-write-lock.ts';
import type { NextPrintPreparation } from '../runtime/next-print-preparation.ts';
import type { PrinterRuntime } from '../runtime/printer-runtime.ts';
import { selectionDeselected } from '../runtime/printing-problems.ts';
import type { PlanTokens } from '../selection/plan-tokens.ts';
import type { Selected, SelectionRequest, SelectionResolver } from '../selection/selection-resolver.ts';
import type { Preloading } from './preloading.ts';
import type { PrintPermission } from './print-permission.ts';

/** Selections come in bursts and may wait for a group commit: those that arrive together are written together. */
const BATCHED = { isPatient: true, isRepeatable: true };

export interface JobSelectionDeps {
  commits: GroupCommit<ControllerSchema>;
  disk: DiskGuard;
  selectionResolver: SelectionResolver;
  tokens: PlanTokens;
  selectionLock: ReadWriteLock;
  nextPrints: NextPrintPreparation;
  permission: PrintPermission;
  preloading: Preloading;
  isSafeMode: boolean;
}

/** A selection for one printer. */
export interface SelectionTarget {
  runtime: PrinterRuntime;
  selection: PrintJob;
}

/** A job that was queued. */
export interface QueuedSelection extends Selection {
  printer: string;
}

/** Work that belongs to selections for several printers. */
export interface JointSelection extends SelectionRequest {
  /** Called with what was found before anything changes. Throws to refuse the selections. */
  check?: ((selected: readonly Selected[]) => void) | undefined;
  /** Runs in the transaction of the jobs, before they are stored. Throws to refuse the selections. */
  before?: ((trx: ControllerTransaction) => Promise<void>) | undefined;
  /** Runs in the same transaction, after they are stored. */
  after?: ((added: readonly QueuedSelection[], trx: ControllerTransaction) => Promise<void>) | undefined;
}

/** A target with what was current when its selection began, and what was found for it. */
interface Entry extends SelectionTarget {
  aborts: number;
  deselections: number;
}
type ResolvedEntry = Entry & { selected: Selected };

/**
 * Queues jobs for selections. Printing goes on while rows are checked; an abort or deselection meanwhile wins. The selections of one call
 * are stored in one transaction: all of them, or none.
 */
export class JobSelection {
  readonly #deps: JobSelectionDeps;

  constructor(deps: JobSelectionDeps) {
    this.#deps = deps;
  }

  /** Queues one job for each target, each for another printer. Throws as `Printing.select` does; then no queue has changed. */
  async append(targets: readonly SelectionTarget[], request: JointSelection): Promise<readonly QueuedSelection[]> {
    const { selectionLock, commits } = this.#deps;
    const entries = inLockOrder(targets).map((target) => {
      const { aborts, deselections } = target.runtime;
      return { ...target, aborts, deselections };
    });
    await this.#refuseNow(targets);
    const batched = async () => {
      const arrived = commits.expect();
      return this.#select(entries, request, arrived).finally(arrived);
    };
    // A selection that sets variables must not change the values that others check or freeze.
    const isChange = targets.some(({ selection }) => Object.keys(selection.variables ?? {}).length > 0);
    return nested<readonly QueuedSelection[]>(
      entries.map(
        ({ runtime }) =>
          (work) =>
            runtime.selections.run(work),
      ),
      () => (isChange ? selectionLock.write(batched) : selectionLock.read(batched)),
    );
  }

  async #refuseNow(targets: readonly SelectionTarget[]): Promise<void> {
    const { disk, permission, isSafeMode } = this.#deps;
    disk.throwIfUnwritable();
    for (const { runtime } of targets) runtime.refusePendingQueueEnd();
    if (isSafeMode) throw new ProblemError('safe-mode', { detail: 'The controller is in safe mode: nothing can be selected.' });
    if (!permission.isGranted()) throw await permission.refusal();
  }

  async #select(entries: readonly Entry[], request: JointSelection, arrived: () => void): Promise<readonly QueuedSelection[]> {
    const { selectionResolver, permission } = this.#deps;
    refuseOvertaken(entries);
    // Its rows may take long to check; that is no delay on the way.
    request.expiry?.refuseLate();
    const resolved: ResolvedEntry[] = [];
    for (const entry of entries) resolved.push({ ...entry, selected: await selectionResolver.resolve(entry.runtime, entry.selection) });
    await permission.refuseDates(resolved.flatMap(({ selected }) => selected.labels.map(({ document }) => document.needs)));
    request.check?.(resolved.map(({ selected }) => selected));
    return nested<readonly QueuedSelection[]>(
      entries.map(
        ({ runtime }) =>
          (work) =>
            runtime.operations.run(work),
      ),
      () => this.#commit(resolved, request, arrived),
    );
  }

  async #commit(resolved: readonly ResolvedEntry[], request: JointSelection, arrived: () => void): Promise<readonly QueuedSelection[]> {
    refuseOvertaken(resolved);
    for (const { runtime } of resolved) runtime.refusePendingQueueEnd();
    const added = await nested<readonly QueuedSelection[]>(
      resolved.map(
        ({ runtime, aborts }) =>
          (work) =>
            runtime.commitStep(aborts, 'selection', work),
      ),
      () => {
        const stored = this.#store(resolved, request);
        arrived();
        return stored;
      },
    );
    for (const [index, entry] of resolved.entries()) await this.#followUp(entry, added[index]);
    return added;
  }

  async #followUp({ runtime, selection, selected, aborts }: ResolvedEntry, added: QueuedSelection | undefined): Promise<void> {
    const { nextPrints, preloading } = this.#deps;
    runtime.clearFaults();
    if (!selection.queue) runtime.lastSelection = { aborts, distance: selected.job };
    if (!selection.queue) await preloading.unload(runtime, 'another job was selected');
    if (added?.position === 0) nextPrints.storeDrawn(runtime, { id: added.id, cursor: selected.job.cursor }, selected.verified);
  }

  /** Stores everything that the selections change in one transaction, which selections that arrive together share. */
  #store(resolved: readonly ResolvedEntry[], request: JointSelection): Promise<readonly QueuedSelection[]> {
    const { commits, disk, selectionResolver, tokens } = this.#deps;
    const { idempotency, operator = '', before, after } = request;
    const write = async (trx: ControllerTransaction): Promise<readonly QueuedSelection[]> => {
      await before?.(trx);
      const added: QueuedSelection[] = [];
      for (const { runtime, selection, selected } of resolved) {
        const printer = runtime.printer.name;
        await tokens.refuseStale({ printer, selection, selected }, trx);
        const isAppended = selection.queue;
        added.push({ ...(await selectionResolver.store(printer, { ...selected, operator, isAppended }, trx)), printer });
      }
      await after?.(added, trx);
      const [first] = added;
      if (first) await idempotency?.store({ id: first.id, position: first.position }, trx);
      return added;
    };
    return disk.run(() => commits.run(write, BATCHED));
  }
}

/** Throws when a printer was aborted or deselected since its selection began. */
function refuseOvertaken(entries: readonly Entry[]): void {
  for (const { runtime, aborts, deselections } of entries) {
    runtime.refuseAborted(aborts, 'selection');
    if (runtime.deselections !== deselections) throw selectionDeselected(runtime.printer);
  }
}

/** Everyone takes the queues of several printers in this order, so that no two wait for each other. */
function inLockOrder(targets: readonly SelectionTarget[]): SelectionTarget[] {
  return [...targets].sort((one, other) => (one.runtime.printer.name < other.runtime.printer.name ? -1 : 1));
}

/** Runs `work` within all these queues, the first one outermost. */
function nested<Result>(
  queues: readonly ((work: () => Promise<Result>) => Promise<Result>)[],
  work: () => Promise<Result>,
): Promise<Result> {
  return queues.reduceRight<() => Promise<Result>>((inner, queue) => () => queue(inner), work)();
}
