import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { Recent } from '../recent.ts';

/** Printers whose past is kept at hand: some 2 MB for three years of quarters. */
const PRINTERS_KEPT = 8;
/** Slots behind the past that are read with every question; when there are more, they become past. */
const MOST_OPEN = 200;
const ALL = Number.MAX_SAFE_INTEGER;
const STRIDE = 24;

/** What is counted in one slot of time: a minute, a quarter of an hour. */
export interface CountedSlot {
  slot: number;
  count: number;
  /** All that the printer ever confirmed, at the moment of the question. */
  printed: number | null;
}

/** Which slots are read: from `first` up to, without, `end`, oldest first. */
export interface SlotRange {
  printer: string;
  first: number;
  end: number;
  limit: number;
}

/** Reads slots and what the printer counts in one statement. */
export type SlotsFrom = (db: ControllerDatabase, range: SlotRange) => Promise<CountedSlot[]>;

/** Slots of a printer from the first one that was asked for up to, without, `open`. */
interface Past {
  first: number;
  open: number;
  slots: Float64Array;
  /** Sums up to and with each slot. */
  totals: Float64Array;
  /** What the printer had confirmed, less what was in the open slots. */
  printed: number;
}

/**
 * Counts of a printer by slots of time. The past does not change, so it is read once and kept; that it did not is checked with every
 * question: what was printed since must all be in the open slots.
 */
export class PastCounts {
  readonly #db: ControllerDatabase;
  readonly #slotsFrom: SlotsFrom;
  readonly #isWhole: boolean;
  readonly #pasts = new Recent<Past>(PRINTERS_KEPT);

  /** `isWhole`: all slots of a printer are kept, not only those that were asked for. */
  constructor(db: ControllerDatabase, slotsFrom: SlotsFrom, { isWhole }: { isWhole: boolean }) {
    this.#isWhole = isWhole;
    this.#db = db;
    this.#slotsFrom = slotsFrom;
  }

  /** Counts between each edge, in slots and ascending, and the one behind it; what lies behind the last edge is left out. */
  async between(printer: string, edges: Float64Array): Promise<number[]> {
    const first = this.#isWhole ? -ALL : (edges[0] ?? 0);
    const end = this.#isWhole ? ALL : (edges.at(-1) ?? first);
    const known = this.#pasts.find(printer);
    if (known && known.first <= first) {
      const open = await this.#behind(printer, known.open);
      if (open.length <= MOST_OPEN && printedBefore(open) === known.printed) return counts(known, open, edges);
    }
    const slots = await this.#slotsFrom(this.#db, { printer, first, end, limit: ALL });
    const behind = await this.#behind(printer, end);
    // Of what is long past, nobody asks again; and what was printed between both readings would be missing in the first.
    const isKept = behind.length <= MOST_OPEN && new Set([...slots, ...behind].map(({ printed }) => printed)).size === 1;
    if (!isKept) return counts(pastOf(first, slots, []), [], edges);
    const all = [...slots, ...behind];
    const open = all.splice(-1);
    return counts(this.#pasts.keep(printer, pastOf(first, all, open)), open, edges);
  }

  /** What is counted from a slot on; one more than may be open when there is more. */
  #behind(printer: string, first: number): Promise<CountedSlot[]> {
    return this.#slotsFrom(this.#db, { printer, first, end: ALL, limit: MOST_OPEN + 1 });
  }

  /** Forgets what it read: something was taken out of it. */
  forget(): void {
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

/** What the printer confirmed outside of these slots. */
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

/** The first index from `at` on whose slot is not before `edge`: in strides first, since edges may be far apart. */
function firstFrom(slots: Float64Array, edge: number, at: number): number {
  let index = at;
  while (index + STRIDE <= slots.length && (slots[index + STRIDE - 1] ?? 0) < edge) index += STRIDE;
  while (index < slots.length && (slots[index] ?? 0) < edge) index += 1;
  return index;
}
