/** Records that a search reads in one query: it yields to other work between two of them. */
const AT_ONCE = 2_000;
/** Records that a search reads for one request. A rare record in a long log is found by several requests. */
export const SEARCHED_PER_REQUEST = 50_000;

/** Numbers from `first` up to, not including, `end`. */
export interface SearchRange {
  first: number;
  end: number;
}

/** A page of what a search found, newest first, and where the next one continues. */
export interface SearchPage<Item> {
  items: Item[];
  /** The end of the next range; null when everything was searched. */
  next: number | null;
}

export interface Search<Item> {
  /** What is searched; undefined when there is nothing. */
  bounds: SearchRange | undefined;
  before?: number | undefined;
  limit: number;
  /** The matching items of a range, newest first. */
  find: (range: SearchRange) => Promise<Item[]>;
  numberOf: (item: Item) => number;
}

/**
 * Searches a log from its end, range by range, until the page is full or `SEARCHED_PER_REQUEST` records were read. A page may therefore have fewer items
 * than its limit although there are more: `next` then says where to continue.
 */
export async function searchBackwards<Item>({ bounds, before = Infinity, limit, find, numberOf }: Search<Item>): Promise<SearchPage<Item>> {
  if (!bounds) return { items: [], next: null };
  const items: Item[] = [];
  let end = Math.min(before, bounds.end);
  const lowest = Math.max(bounds.first, end - SEARCHED_PER_REQUEST);
  while (end > lowest && items.length <= limit) {
    const first = Math.max(lowest, end - AT_ONCE);
    items.push(...(await find({ first, end })));
    end = first;
    // A search must not keep prints waiting.
    await new Promise((resolve) => void setImmediate(resolve));
  }
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  if (items.length > limit && last !== undefined) return { items: shown, next: numberOf(last) };
  return { items: shown, next: end > bounds.first ? end : null };
}
