import { LRUCache } from 'lru-cache';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';

/** Printers whose past counts are cached: about 2 MB for three years of quarter-hours. */
const MAX_CACHED_PRINTERS = 8;
/** Recent slots that are read with every request; when there are more, they are added to the past. */
const MAX_OPEN_SLOTS = 200;
const ALL = Number.MAX_SAFE_INTEGER;
const STRIDE = 24;

/** The count of one slot: a minute or a quarter-hour. */
export interface CountedSlot {
  slot: number;
  count: number;
  /** The sum of all slots of the printer at the time of the query, from its counters. */
  printed: number | null;
}

/** Slots from `first` (inclusive) to `end` (exclusive), oldest first. */
export interface SlotRange {
  printer: string;
  first: number;
  end: number;
  limit: number;
}

/** Reads slots and the printer's total in one statement. */
export type SlotsFrom = (db: ControllerDatabase, range: SlotRange) => Promise<CountedSlot[]>;

/** Cached slots of a printer from `first` (inclusive) to `open` (exclusive). */
interface Past {
  first: number;
  open: number;
  slots: Float64Array;
  /** Cumulative sums, including each slot. */
  totals: Float64Array;
  /** The printer's total without the open slots. */
  printed: number;
}

/**
 * Counts of a printer by slots of time. The past does not change and is cached. Every request verifies that: all prints since must be in
 * the open slots.
 */
export class PastCounts {
  readonly #db: ControllerDatabase;
  readonly #slotsFrom: SlotsFrom;
  readonly #isWhole: boolean;
  readonly #pasts = new LRUCache<string, Past>({ max: MAX_CACHED_PRINTERS });

  /** `isWhole`: caches all slots of a printer, not only the requested ones. */
  constructor(db: ControllerDatabase, slotsFrom: SlotsFrom, { isWhole }: { isWhole: boolean }) {
    this.#isWhole = isWhole;
    this.#db = db;
    this.#slotsFrom = slotsFrom;
  }

  /** Counts between successive edges, which are slots in ascending order; the last edge is the end. */
  async between(printer: string, edges: Float64Array): Promise<number[]> {
    const first = this.#isWhole ? -ALL : (edges[0] ?? 0);
    const end = this.#isWhole ? ALL : (edges.at(-1) ?? first);
    const past = this.#pasts.get(printer);
    if (past && past.first <= first) {
      const open = await this.#openSlots(printer, past.open);
      if (open.length <= MAX_OPEN_SLOTS && printedBefore(open) === past.printed) return counts(past, open, edges);
    }
    const slots = await this.#slotsFrom(this.#db, { printer, first, end, limit: ALL });
    const recent = await this.#openSlots(printer, end);
    // Not cached: a range that ended long ago is rarely requested again, and prints between the two queries would be missing in the first.
    const isCacheable = recent.length <= MAX_OPEN_SLOTS && new Set([...slots, ...recent].map(({ printed }) => printed)).size === 1;
    if (!isCacheable) return counts(pastOf(first, slots, []), [], edges);
    const all = [...slots, ...recent];
    const open = all.splice(-1);
    const cached = pastOf(first, all, open);
    this.#pasts.set(printer, cached);
    return counts(cached, open, edges);
  }

  /** Counts from a slot on; one more than the limit when there are more. */
  #openSlots(printer: string, first: number): Promise<CountedSlot[]> {
    return this.#slotsFrom(this.#db, { printer, first, end: ALL, limit: MAX_OPEN_SLOTS + 1 });
  }

  /** Clears the cache; call after slots were removed. */
  clear(): void {
    this.#pasts.clear();
  }
}

function pastOf(first: number, slots: readonly CountedSlot[], open: readonly CountedSlot[]): Past {
  const totals = new Float64Array(slots.length);
  let total = 0;
  for (const [index, { count }] of slots.entries()) totals[index] = total += count;
  return {
    first,
    open: open[0]?.slot ?? first,
    slots: Float64Array.from(slots, ({ slot }) => slot),
    totals,
    printed: printedBefore(open),
  };
}

/** The printer's total without these slots. */
function printedBefore(open: readonly CountedSlot[]): number {
  return open.reduce((rest, { count }) => rest - count, open[0]?.printed ?? 0);
}

function counts({ slots, totals }: Past, open: readonly CountedSlot[], edges: Float64Array): number[] {
  const result = new Array<number>(edges.length - 1);
  let [at, before, passed, fresh] = [0, 0, 0, 0];
  for (let edge = 0; edge < edges.length; edge += 1) {
    const slot = edges[edge] ?? 0;
    at = firstFrom(slots, slot, at);
    for (; passed < open.length && (open[passed]?.slot ?? 0) < slot; passed += 1) fresh += open[passed]?.count ?? 0;
    const total = at === 0 ? fresh : (totals[at - 1] ?? 0) + fresh;
    if (edge > 0) result[edge - 1] = total - before;
    before = total;
  }
  return result;
}

/** The first index from `at` on whose slot is not before `edge`; in strides, since edges may be far apart. */
function firstFrom(slots: Float64Array, edge: number, at: number): number {
  let index = at;
  while (index + STRIDE <= slots.length && (slots[index + STRIDE - 1] ?? 0) < edge) index += STRIDE;
  while (index < slots.length && (slots[index] ?? 0) < edge) index += 1;
  return index;
}
