import { rowRunContentSchema, type ControllerRowRun, type RowReport, type RowRunContent } from '#contract/plant/row-run.ts';
import type { RowRunState } from '#contract/api-v3/row-run.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import {
  ADD_BLOCK,
  ASK,
  ASKED,
  CLAIMED,
  DROP_ASKED,
  DROP_BLOCK,
  FORGET_COUNTS,
  FORGET_TAKEN,
  FORGET_UNPROVEN,
  NEW_RUN,
  READY,
  RUN,
  RUN_NAMED,
  RUNS,
  SET_COUNTS,
  SET_REASON,
  UNREPORTED,
  type RunOfAllocation,
  type StoredBlock,
} from './plant-row-statements.ts';
import { FINISHED, ROWS } from './shared-row-statements.ts';

type Db = ControllerDatabase | ControllerTransaction;

/** Rows from `from` to before `end`. */
export interface Range {
  from: number;
  end: number;
}

/** A run that this controller takes part in. */
export interface PlantRun {
  allocation: number;
  name: string;
  content: RowRunContent;
  /** Whether a printer prints from it now. */
  isCurrent: boolean;
  /** Whether a job that needs its rows is current, or waits in a queue. */
  isQueued: boolean;
  /** Rows that it has and that no print has taken, at most. */
  left: number;
  /** Whether it has rows, or has asked for some. */
  hasBlocks: boolean;
}

/** A run by name, with what it consists of. */
export interface NamedRun {
  name: string;
  content: RowRunContent;
}

/** A row of a block, by what is known about it. */
type RowState = 'printed' | 'returned' | 'ready';

/**
 * The rows of runs: rows that are shared over the plant, of which this controller prints those of its blocks. A row is given back only if its printing
 * never began, or each of its prints is void. All methods with a transaction join it.
 */
export class PlantRows {
  /** The run of an allocation; undefined if its rows are shared on this controller only. */
  async find(allocation: number, db: Db): Promise<RunOfAllocation | undefined> {
    return RUN.first(db, allocation);
  }

  /** The allocation of a run by name. Throws `row-run-differs` for another content than it has. */
  async named({ name, content }: NamedRun, db: Db): Promise<number | undefined> {
    const existing = await RUN_NAMED.first(db, name);
    if (existing && existing.content !== JSON.stringify(content)) throw differs(name, existing, content);
    return existing?.id;
  }

  /** The allocation of a run, which begins on this controller if it is new. Throws as `named` does. */
  async join({ name, content }: NamedRun, trx: ControllerTransaction): Promise<number> {
    const existing = await this.named({ name, content }, trx);
    if (existing !== undefined) {
      await FORGET_COUNTS.run(trx, existing);
      return existing;
    }
    const created = await NEW_RUN.first(trx, content.copies, content.copiesColumn ?? null, name, JSON.stringify(content));
    if (!created) throw new Error('The allocation was not stored.');
    return created.id;
  }

  /** The rows that this controller may print. */
  async ready(allocation: number, db: Db): Promise<Range[]> {
    const blocks = await READY.all(db, allocation);
    return blocks.map(({ first, end }) => ({ from: first, end }));
  }

  /** All runs that the plant is to be asked about. */
  async runs(db: Db): Promise<PlantRun[]> {
    const runs: PlantRun[] = [];
    for (const { id, run, content, isCurrent, isQueued } of await RUNS.all(db)) {
      const ready = await READY.all(db, id);
      runs.push({
        ...{ allocation: id, name: run, content: contentOf(content), isCurrent: isCurrent === 1, isQueued: isQueued === 1 },
        left: await leftOf(id, ready, db),
        hasBlocks: ready.length > 0,
      });
    }
    return runs;
  }

  /** How far a run is, for people. */
  async describe(allocation: number, db: Db): Promise<RowRunState | undefined> {
    const run = await RUN.first(db, allocation);
    if (!run) return undefined;
    const left = await leftOf(allocation, await READY.all(db, allocation), db);
    const { run: name, free, elsewhere, printed, reason } = run;
    const known = { ...(free !== null && { free }), ...(elsewhere !== null && { elsewhere }), ...(printed !== null && { printed }) };
    return { name, left, ...known, ...(reason !== null && { reason }) };
  }

  /** The block that the plant was asked for, and has not given. */
  async asked(allocation: number, db: Db): Promise<{ request: string; size: number } | undefined> {
    return ASKED.first(db, allocation);
  }

  /** Records that a block is to be asked for. It is stored first, so that a repeated request after a restart gets the same block. */
  async ask(allocation: number, { request, size }: { request: string; size: number }, trx: ControllerTransaction): Promise<void> {
    await ASK.run(trx, allocation, request, size);
  }

  /**
   * Stores what the plant says: blocks that it has given, and how far the run is. Rows that this controller does not have any more, because a person has
   * released them, are not printed. Returns whether jobs have other rows now.
   */
  async receive(allocation: number, answer: ControllerRowRun, trx: ControllerTransaction): Promise<boolean> {
    let isChanged = false;
    const asked = await ASKED.first(trx, allocation);
    const given = answer.blocks.filter(({ request }) => request === asked?.request);
    for (const { request, first, end } of given) {
      await DROP_ASKED.run(trx, allocation, request);
      await ADD_BLOCK.run(trx, allocation, request, first, end, 'ready');
      isChanged = true;
    }
    for (const block of await READY.all(trx, allocation)) isChanged = (await dropReleased(allocation, { block, answer }, trx)) || isChanged;
    // Rows that it had before it was restored are none of its own any more.
    const own = (await READY.all(trx, allocation)).reduce((sum, { first, end }) => sum + end - first, 0);
    const before = await RUN.first(trx, allocation);
    const elsewhere = answer.held - own;
    await SET_COUNTS.run(trx, allocation, answer.free, elsewhere, answer.printed);
    const isOther = before?.free !== answer.free || before.elsewhere !== elsewhere || before.printed !== answer.printed;
    return isChanged || isOther || before.reason !== null;
  }

  /** Why the plant gave no rows. Returns whether that is another reason than before. */
  async refused(allocation: number, reason: string, trx: ControllerTransaction): Promise<boolean> {
    return (await SET_REASON.first(trx, allocation, reason)) !== undefined;
  }

  /**
   * Looks at what became of the rows of the blocks. Rows that are printed, with a certain result, are to be reported. If no job needs them any more, those
   * whose printing never began, or of which each print is void, are to be given back, and are not printed from now on; `forget` is called for their ranges.
   */
  async settle(
    { allocation, isQueued }: Pick<PlantRun, 'allocation' | 'isQueued'>,
    { isPrinted, forget }: { isPrinted: (block: Range) => Promise<boolean>; forget: (range: Range) => Promise<void> },
    trx: ControllerTransaction,
  ): Promise<void> {
    for (const block of await READY.all(trx, allocation)) {
      const range = { from: block.first, end: block.end };
      const states = await rowStates(allocation, range, trx);
      const isAll = isQueued && !states.some((state) => state === 'ready') && (await isPrinted(range));
      if (isQueued && !isAll) continue;
      await DROP_BLOCK.run(trx, block.id);
      const of = (row: number): RowState => (isAll ? 'printed' : (states[row - range.from] ?? 'ready'));
      for (const { state, ...part } of parts(range, of)) {
        await ADD_BLOCK.run(trx, allocation, block.request, part.from, part.end, state);
        if (state !== 'returned') continue;
        await FORGET_TAKEN.run(trx, allocation, part.from, part.end);
        await forget(part);
      }
    }
  }

  /** What is to be reported to the plant, with the ids of the blocks for `reported`. */
  async unreported(allocation: number, db: Db): Promise<{ report: RowReport; ids: number[] } | undefined> {
    const blocks = await UNREPORTED.all(db, allocation);
    const request = blocks[0]?.request;
    if (request === undefined) return undefined;
    const own = blocks.filter((block) => block.request === request);
    const rowsIn = (state: string) => own.filter((block) => block.state === state).map(({ first, end }) => ({ first, end }));
    return { report: { request, printed: rowsIn('printed'), returned: rowsIn('returned') }, ids: own.map(({ id }) => id) };
  }

  async reported(ids: readonly number[], trx: ControllerTransaction): Promise<void> {
    for (const id of ids) await DROP_BLOCK.run(trx, id);
  }

  /** The database was restored: which rows of its blocks were printed since is unknown. None of them is printed any more; the plant keeps them until a person releases them. */
  async forgetAll(trx: ControllerTransaction): Promise<void> {
    await FORGET_UNPROVEN.run(trx);
  }
}

/** The problem for a run without a row on this controller, while other rows may come. */
export function rowsUsedUp({ run, free, elsewhere, reason }: RunOfAllocation): ProblemError {
  const others = free === 0 && elsewhere !== null && elsewhere > 0;
  const why =
    reason ??
    (others
      ? `The last ${elsewhere} are with other lines, or were with this one before it was restored.`
      : 'More come when the plant can be reached.');
  return new ProblemError('rows-used-up', { detail: `This line has no row of the run "${run}" left to print. ${why}` });
}

/** Whether all rows that this controller does not have are printed, as the plant says. */
export function isRestPrinted({ free, elsewhere }: RunOfAllocation): boolean {
  return free === 0 && elsewhere === 0;
}

function contentOf(text: string): RowRunContent {
  return rowRunContentSchema.parse(JSON.parse(text));
}

function differs(name: string, { content }: RunOfAllocation, other: RowRunContent): ProblemError {
  const { table, rows, copies } = contentOf(content);
  const begun = `with ${copies} of each of the rows ${rows.first} to ${rows.end - 1} of the table "${table}"`;
  const isSame = table === other.table && rows.first === other.rows.first && rows.end === other.rows.end && copies === other.copies;
  const why = isSame ? 'The table, or the column with the copies, has changed since.' : 'Select the same rows and copies.';
  return new ProblemError('row-run-differs', {
    detail: `The run "${name}" was begun ${begun}. ${why} A run has one content; use another name for other rows.`,
  });
}

function common(one: { first: number; end: number }, other: StoredBlock): { first: number; end: number }[] {
  const [first, end] = [Math.max(one.first, other.first), Math.min(one.end, other.end)];
  return first < end ? [{ first, end }] : [];
}

/** Drops the rows of a block that this controller does not have any more. Returns whether there were any. */
async function dropReleased(
  allocation: number,
  { block, answer }: { block: StoredBlock; answer: ControllerRowRun },
  trx: ControllerTransaction,
): Promise<boolean> {
  const kept = answer.blocks.filter(({ request }) => request === block.request).flatMap((held) => common(held, block));
  const [only] = kept;
  if (kept.length === 1 && only?.first === block.first && only.end === block.end) return false;
  await DROP_BLOCK.run(trx, block.id);
  for (const { first, end } of kept) await ADD_BLOCK.run(trx, allocation, block.request, first, end, 'ready');
  return true;
}

/** Rows of blocks that are not finished, and those with a copy that is owed. */
async function leftOf(allocation: number, blocks: readonly StoredBlock[], db: Db): Promise<number> {
  let left = 0;
  for (const { first, end } of blocks) {
    const finished = await FINISHED.all(db, allocation, first, end);
    const isDone = finished.reduce((sum, range) => sum + Math.min(range.end_row, end) - Math.max(range.first_row, first), 0);
    const isOwed = (await ROWS.all(db, allocation, first, end)).filter(
      ({ owed, row }) => owed > 0 && finished.some((range) => range.first_row <= row && row < range.end_row),
    );
    left += end - first - isDone + isOwed.length;
  }
  return left;
}

/** What is known about each row of a range, if no job needs it any more. `ready` is a row with prints that are not certain, or only some of its copies. */
async function rowStates(allocation: number, { from, end }: Range, db: Db): Promise<RowState[]> {
  const states = Array.from({ length: end - from }, (): RowState => 'returned');
  for (const range of await FINISHED.all(db, allocation, from, end)) {
    states.fill('printed', Math.max(range.first_row, from) - from, Math.min(range.end_row, end) - from);
  }
  for (const { row, taken, owed } of await ROWS.all(db, allocation, from, end)) {
    if (taken === owed) states[row - from] = 'returned';
    else if (owed > 0 || states[row - from] === 'returned') states[row - from] = 'ready';
  }
  for (const { row } of await CLAIMED.all(db, allocation, from, end)) states[row - from] = 'ready';
  return states;
}

/** Successive rows in the same state. */
function* parts({ from, end }: Range, of: (row: number) => RowState): Generator<Range & { state: RowState }> {
  let start = from;
  for (let row = from + 1; row <= end; row += 1) {
    if (row < end && of(row) === of(start)) continue;
    yield { from: start, end: row, state: of(start) };
    start = row;
  }
}
