import type { LabelComparison, AcceptedComparisons, LabelAcceptance as AcceptanceState } from '#contract/api-v3/label-acceptance.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import type { TimerHandle, Timers } from '../platform/timers.ts';
import { TaskQueue } from '../platform/task-queue.ts';
import { isOpen } from './compare-drawings.ts';
import { drawComparison, type DrawingProgram, type ComparisonDeps } from './draw-comparison.ts';
import { ComparisonStore, type DrawnWith, type DueLabel, type StoredComparison, type ListedComparison } from './comparison-store.ts';
import { untilAborted } from '../platform/until-aborted.ts';

export interface LabelAcceptanceDeps extends ComparisonDeps {
  db: ControllerDatabase;
  commits: GroupCommit<ControllerSchema>;
  timers: Timers;
  isSafeMode: boolean;
  version: string;
  /** Reads a text that differs between any two program versions that may draw a label differently. */
  drawingVersion: () => Promise<string>;
}

/** How many labels are committed together; after a kill these are drawn again. */
const LABELS_PER_COMMIT = 16;
/** How long to wait when the threads are busy, in milliseconds. */
const PAUSE = 20;
/** How long to wait after a failure, in milliseconds. */
const RETRY_INTERVAL = 60_000;

/** Two drawings of a label as PNGs; null where a drawing has no dots. */
export interface ComparedPictures {
  before: Uint8Array | null;
  after: Uint8Array | null;
  hdpi: number;
  vdpi: number;
}

/**
 * How every label was drawn last. After an update all labels are drawn again with the same values while the threads are idle, and
 * differences are stored until a person accepts them. What a kill or a stop interrupts continues after the next start.
 */
export class LabelAcceptance {
  readonly #deps: LabelAcceptanceDeps;
  readonly #store: ComparisonStore;
  readonly #tasks = new TaskQueue();
  readonly #end = new AbortController();
  #drawing: string | undefined;
  #isWoken = false;
  #isSwept = false;
  #retry: TimerHandle | undefined;

  constructor(deps: LabelAcceptanceDeps) {
    this.#deps = deps;
    this.#store = new ComparisonStore(deps.db);
  }

  /** Draws in the background what has not been drawn yet. */
  start(): void {
    this.wake();
  }

  /** Call it when labels or fonts may have changed. Returns at once. */
  wake(): void {
    if (this.#isWoken || this.#deps.isSafeMode || this.#end.signal.aborted) return;
    this.#isWoken = true;
    void this.#tasks.run(() => this.#run());
  }

  /** Resolves when everything that was due until now is drawn. */
  async idle(): Promise<void> {
    await this.#tasks.idle();
  }

  /** Stops drawing; the next start continues. */
  async stop(): Promise<void> {
    this.#end.abort();
    if (this.#retry !== undefined) this.#deps.timers.clearTimeout(this.#retry);
    await this.#tasks.idle();
  }

  /** The results of drawing the labels again: all of them, or those that are not accepted yet. */
  async read({ isOpenOnly }: { isOpenOnly: boolean }): Promise<AcceptanceState> {
    // Counted first: a label that is drawn meanwhile is then counted as waiting, and is never missing in both.
    const waiting = await this.#store.countDue(await this.#drawnWith());
    const comparisons = await this.#store.list();
    const open = comparisons.filter(isOpen);
    return {
      version: this.#deps.version,
      waiting,
      drawn: comparisons.length,
      open: open.length,
      comparisons: (isOpenOnly ? open : comparisons).map(toComparison),
    };
  }

  /**
   * Accepts the current drawings of these labels. Idempotent. Throws `not-found`, and `changed-meanwhile` for a label that was drawn again
   * since; then none is accepted.
   */
  async accept({ comparisons }: AcceptedComparisons, by: string): Promise<void> {
    await this.#deps.commits.run(async (trx) => {
      for (const { labelName, moment } of comparisons) {
        const comparison = await this.#store.find(labelName, trx);
        if (!comparison || comparison.outcome === 'new') throw missing(labelName);
        if (comparison.made !== Date.parse(moment)) throw drawnSince(labelName);
        if (isOpen(comparison)) await this.#store.accept(labelName, { at: this.#deps.now(), by }, trx);
      }
    });
  }

  /** The drawings before and after the update. Throws `not-found` for a label that was not drawn again. */
  async pictures(labelName: string): Promise<ComparedPictures> {
    const comparison = await this.#store.find(labelName);
    if (!comparison || comparison.outcome === 'new') throw missing(labelName);
    const { picture, picture_before, is_changed, hdpi, vdpi } = comparison;
    return { before: is_changed === 1 ? picture_before : picture, after: picture, hdpi, vdpi };
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    this.#isWoken = false;
    const { log, timers } = this.#deps;
    try {
      await this.#drawAll();
    } catch (error) {
      log.warn('labels could not be drawn for the comparison; the rest is retried later', error);
      if (!this.#end.signal.aborted) this.#retry = timers.setTimeout(() => this.wake(), RETRY_INTERVAL);
    }
  }

  async #drawAll(): Promise<void> {
    const { signal } = this.#end;
    const program = await this.#readProgram();
    while (!signal.aborted) {
      const due = await this.#store.due(await this.#drawnWith(), LABELS_PER_COMMIT);
      if (due.length === 0) break;
      const comparisons: StoredComparison[] = [];
      for (const label of due) {
        const comparison = await this.#draw(label, program);
        if (signal.aborted) break;
        if (comparison) comparisons.push(comparison);
      }
      if (comparisons.length > 0) await this.#deps.commits.run((trx) => this.#store.keep(comparisons, trx), { isRepeatable: true });
    }
    if (!signal.aborted && !this.#isSwept) await this.#store.sweep();
    this.#isSwept = true;
  }

  /** Undefined when the controller stops. */
  async #draw(label: DueLabel, program: DrawingProgram): Promise<StoredComparison | undefined> {
    const { signal } = this.#end;
    const { drawing, timers } = this.#deps;
    const pause = () => new Promise<void>((resolve) => void timers.setTimeout(resolve, PAUSE));
    while (!drawing.isIdle && !signal.aborted) await untilAborted(pause(), signal);
    if (signal.aborted) return undefined;
    const findLast = (hash: string) => this.#store.ofDocument(label.name, hash);
    return untilAborted(drawComparison(this.#deps, label, { findLast, program }), signal);
  }

  async #drawnWith(): Promise<DrawnWith> {
    const { drawing } = await this.#readProgram();
    return { drawing, fontSet: this.#deps.fonts.set.id };
  }

  async #readProgram(): Promise<DrawingProgram> {
    const { version, drawingVersion } = this.#deps;
    this.#drawing ??= await drawingVersion();
    return { version, drawing: this.#drawing };
  }
}

function toComparison(comparison: ListedComparison): LabelComparison {
  const { name, revision, outcome, detail, version, version_before, accepted, accepted_by } = comparison;
  return {
    ...{ labelName: name, revision, outcome: outcome === 'new' ? 'same' : outcome, detail },
    ...{ isChanged: comparison.is_changed === 1, isFontReplaced: comparison.is_font_replaced === 1 },
    ...{ versionBefore: version_before ?? version, version, moment: new Date(comparison.made).toISOString() },
    accepted: accepted === null ? null : { moment: new Date(accepted).toISOString(), by: accepted_by ?? '' },
  };
}

function missing(name: string): ProblemError {
  return new ProblemError('not-found', { detail: `There is no label "${name}" that was drawn again.`, instance: addressOf(name) });
}

function drawnSince(name: string): ProblemError {
  const detail = `The label "${name}" was drawn again since. Check it again.`;
  return new ProblemError('changed-meanwhile', { detail, instance: addressOf(name) });
}

function addressOf(name: string): string {
  return `/api/v3/labelAcceptance/${encodeURIComponent(name)}`;
}
