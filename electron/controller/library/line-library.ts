import type { Selectable } from 'kysely';
import type { PlantItem } from '#contract/api-v3/plant-library.ts';
import { LIBRARY_KINDS, type HoldingState, type LibraryItemPlace, type LibraryKind } from '#contract/api-v3/library-item.ts';
import type { Holdings, WantedItem } from '#contract/plant/library.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Log } from '#process/log.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { LibraryAdapter } from './library-adapter.ts';
import { hashOf, itemKey, neededBy, wordOf } from './library-content.ts';

type ItemRow = Selectable<ControllerSchema['library_items']>;
type Changes = Partial<Omit<ItemRow, 'kind' | 'name'>>;

export interface LineLibraryDeps {
  db: ControllerDatabase;
  adapters: Readonly<Record<LibraryKind, LibraryAdapter>>;
  log: Log;
}

/** Gets the content with this hash from the plant. Rejects with a `PlantFailure`. */
export type GetContent = (hash: string) => Promise<Buffer>;

/** An item that is wanted, what is stored about it, and its mark before. */
interface Followed {
  row: ItemRow;
  item: WantedItem;
  mark: string | undefined;
}

const MAX_REASON = 500;
const FAILED = 'It could not be taken. See the log of the controller.';

/**
 * What this controller has of the library of the plant. Each item is taken as a whole or not at all, and a label only once the controller has everything of the
 * library that the label names. What the plant does not permit to change is refused here.
 */
export class LineLibrary {
  readonly #deps: LineLibraryDeps;
  /** The items that may not be changed here. */
  #protected = new Set<string>();
  /** What was refused, and what this controller had of that name then. */
  readonly #refused = new Map<string, { hash: string; mark: string | undefined }>();

  constructor(deps: LineLibraryDeps) {
    this.#deps = deps;
  }

  /** Reads which items may not be changed. Call it before the first request. */
  async start(): Promise<void> {
    const rows = await this.#rows();
    this.#protected = new Set(
      rows.filter(({ version, is_changeable: isChangeable }) => version !== null && isChangeable === 0).map(itemKey),
    );
  }

  /** By kind, in the order in which they are taken, and name. */
  async items(): Promise<PlantItem[]> {
    const rows = await this.#rows();
    rows.sort((a, b) => LIBRARY_KINDS.indexOf(a.kind) - LIBRARY_KINDS.indexOf(b.kind) || (a.name < b.name ? -1 : 1));
    return rows.map(({ kind, name, state, version, reason, is_changeable: isChangeable }) => ({
      ...{ kind, name, state, isChangeable: isChangeable === 1 },
      ...(version !== null && { version }),
      ...(reason !== null && { reason }),
    }));
  }

  /** The same, for the plant. */
  async holdings(): Promise<Holdings> {
    const items = await this.items();
    return { items: items.map(({ isChangeable: _, ...item }) => item) };
  }

  /** The content of an item of this controller, as the library stores it. Throws `not-found`. */
  read({ kind, name }: LibraryItemPlace): Promise<Buffer> {
    return this.#deps.adapters[kind].read(name);
  }

  /** Throws `published-by-plant` for an item that may not be changed here. */
  refuseChange(place: LibraryItemPlace): void {
    if (!this.#protected.has(itemKey(place))) return;
    const detail = `The plant publishes the ${wordOf(place.kind)} "${place.name}" and does not permit changes of it on this line.`;
    throw new ProblemError('published-by-plant', { detail });
  }

  /** All items become those of this controller, as when it leaves the plant. Call `start` after the transaction. */
  async release(trx: ControllerTransaction): Promise<void> {
    await trx.deleteFrom('library_items').execute();
  }

  /**
   * Takes what is wanted and removes what is not wanted any more. Returns whether the line differs from it still. What was refused is tried again when it has
   * changed here, or with `isRetry`. Rejects with a `PlantFailure`.
   */
  async follow(
    wanted: readonly WantedItem[],
    { getContent, isRetry = false }: { getContent: GetContent; isRetry?: boolean },
  ): Promise<boolean> {
    if (isRetry) this.#refused.clear();
    const missing = new Set<string>();
    let isLeft = false;
    for (const item of wanted) {
      const state = await this.#follow(item, { getContent, missing });
      if (state === 'taken') continue;
      isLeft = true;
      if (state === 'changed') continue;
      // An own item of this name serves the labels that name it.
      if (state === 'waiting' || (await this.#markOf(item)) === undefined) missing.add(itemKey(item));
    }
    const keys = new Set(wanted.map(itemKey));
    for (const row of await this.#rows()) if (!keys.has(itemKey(row)) && !(await this.#leave(row))) isLeft = true;
    await this.start();
    return isLeft;
  }

  async #follow(item: WantedItem, context: { getContent: GetContent; missing: ReadonlySet<string> }): Promise<HoldingState> {
    const row = (await this.#row(item)) ?? (await this.#enter(item));
    const mark = await this.#markOf(item);
    const flag = { is_changeable: item.isChangeable ? 1 : 0 };
    const standing = standingOf(row, item, mark);
    if (standing === 'held') return this.#set(row, { state: 'taken', reason: null, version: item.version, ...flag });
    if (standing === 'edited') return this.#set(row, { state: 'changed', reason: null, ...flag });
    if (this.#isRefused({ row, item, mark })) return 'refused';
    if (standing === 'own' && !(await this.#mayReplace(item))) {
      return this.#refuse({ row, item, mark }, `The line has its own ${wordOf(item.kind)} of this name.`);
    }
    return this.#take({ row, item, mark }, { content: await context.getContent(item.hash), missing: context.missing });
  }

  #isRefused({ row, item, mark }: Followed): boolean {
    const refused = this.#refused.get(itemKey(item));
    return row.state === 'refused' && refused?.hash === item.hash && refused.mark === mark;
  }

  /** Whether an item that this controller has made itself may be replaced: if the plant says so, or if it is the same. */
  async #mayReplace({ kind, name, replacesOwn, hash }: WantedItem): Promise<boolean> {
    const { isAlwaysThere, read } = this.#deps.adapters[kind];
    if (replacesOwn || isAlwaysThere) return true;
    return hashOf(await read(name)) === hash;
  }

  async #take(
    { row, item, mark }: Followed,
    { content, missing }: { content: Buffer; missing: ReadonlySet<string> },
  ): Promise<HoldingState> {
    const { adapters, log } = this.#deps;
    const { kind, name, version, hash, savedBy, approvedBy } = item;
    const needed = kind === 'label' ? neededBy(content).find((need) => missing.has(itemKey(need))) : undefined;
    if (needed)
      return this.#set(row, { state: 'waiting', reason: `It needs the ${wordOf(needed.kind)} "${needed.name}", which is not here yet.` });
    try {
      await this.#set(row, { state: 'waiting', reason: null, taking: hash });
      await adapters[kind].take({ name, bytes: content, savedBy, approvedBy });
      const taken = { version, hash, mark: (await this.#markOf(item)) ?? null, taking: null, is_changeable: item.isChangeable ? 1 : 0 };
      log.info(`took version ${version} of the ${wordOf(kind)} "${name}" from the plant`);
      this.#refused.delete(itemKey(item));
      return await this.#write(row, { state: 'taken', reason: null, ...taken });
    } catch (error) {
      const reason = this.#reasonOf(item, error);
      if (reason.isPassing) return this.#write(row, { state: 'waiting', reason: reason.text, taking: null });
      return this.#refuse({ row, item, mark }, reason.text);
    }
  }

  async #refuse({ row, item, mark }: Followed, reason: string): Promise<HoldingState> {
    this.#refused.set(itemKey(item), { hash: item.hash, mark });
    return this.#write(row, { state: 'refused', reason, taking: null });
  }

  /** Removes an item that the plant does not publish any more, unless it was changed here. Returns false if a job still uses it. */
  async #leave(row: ItemRow): Promise<boolean> {
    const { db, adapters } = this.#deps;
    const mark = await this.#markOf(row);
    try {
      const isTaken = row.version !== null && (mark === row.mark || row.is_changeable === 0);
      if (mark !== undefined && isTaken) await adapters[row.kind].remove?.(row.name);
    } catch (error) {
      await this.#set(row, { state: 'waiting', reason: this.#reasonOf(row, error).text });
      return false;
    }
    await inTransaction(db, (trx) => trx.deleteFrom('library_items').where('kind', '=', row.kind).where('name', '=', row.name).execute());
    return true;
  }

  /** Why an item could not be taken or removed. Its change was undone. */
  #reasonOf(item: LibraryItemPlace, error: unknown): { text: string; isPassing: boolean } {
    if (error instanceof ProblemError) return { text: error.message.slice(0, MAX_REASON), isPassing: PASSING.has(error.slug) };
    this.#deps.log.error(`the ${wordOf(item.kind)} "${item.name}" of the plant could not be taken`, error);
    return { text: FAILED, isPassing: false };
  }

  #markOf({ kind, name }: LibraryItemPlace): Promise<string | undefined> {
    return this.#deps.adapters[kind].mark(name, this.#deps.db);
  }

  #rows(): Promise<ItemRow[]> {
    return this.#deps.db.selectFrom('library_items').selectAll().execute();
  }

  #row({ kind, name }: LibraryItemPlace): Promise<ItemRow | undefined> {
    return this.#deps.db.selectFrom('library_items').selectAll().where('kind', '=', kind).where('name', '=', name).executeTakeFirst();
  }

  async #enter({ kind, name, isChangeable }: WantedItem): Promise<ItemRow> {
    const row: ItemRow = {
      ...{ kind, name, version: null, hash: null, mark: null, taking: null, reason: null },
      ...{ is_changeable: isChangeable ? 1 : 0, state: 'waiting' as const },
    };
    await inTransaction(this.#deps.db, (trx) => trx.insertInto('library_items').values(row).execute());
    return row;
  }

  /** Writes what is different. */
  async #set(row: ItemRow, changes: Changes & { state: HoldingState }): Promise<HoldingState> {
    const isSame = Object.entries(changes).every(([column, value]) => row[column as keyof ItemRow] === value);
    return isSame ? changes.state : this.#write(row, changes);
  }

  async #write({ kind, name }: LibraryItemPlace, changes: Changes & { state: HoldingState }): Promise<HoldingState> {
    await inTransaction(this.#deps.db, (trx) =>
      trx.updateTable('library_items').set(changes).where('kind', '=', kind).where('name', '=', name).execute(),
    );
    return changes.state;
  }
}

/**
 * `held`: the controller has the published version. `edited`: the item was changed here after it was taken, which the plant permits. `own`: the controller has
 * made an item of this name itself. `due`: it is to be taken.
 */
function standingOf({ hash, mark: taken, taking }: ItemRow, item: WantedItem, mark: string | undefined): 'held' | 'edited' | 'own' | 'due' {
  const isUnchanged = mark !== undefined && mark === taken;
  if (hash === item.hash && mark !== undefined && (isUnchanged || !item.isChangeable)) return 'held';
  if (mark === undefined || isUnchanged || taking !== null) return 'due';
  if (taken === null) return 'own';
  return item.isChangeable ? 'edited' : 'due';
}

/** Failures that end by themselves: a job ends, or the disk has space again. */
const PASSING: ReadonlySet<string> = new Set(['in-use', 'disk-full', 'disk-read-only', 'too-many-requests']);
