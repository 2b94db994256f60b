/** Milliseconds: the windows in which prints are counted, from short to long. */
const WINDOWS = [10_000, 20_000, 30_000, 60_000] as const;
/** A window with fewer prints would give a rate that jumps with each of them. */
const ENOUGH = 20;
/** Counts that are closer together than this are one. */
const STEP = 500;
const MINUTE = 60_000;

interface Count {
  at: number;
  count: number;
}

/**
 * The prints per minute of each printer now, over a sliding window of its counts: ten seconds for a fast line, so that a change is seen soon, and
 * up to a minute for a slow one.
 */
export function createPrintRates() {
  const histories = new Map<string, Count[]>();

  /** A count that decreased was reset: what was printed before is unknown. */
  function note(key: string, { at, count }: Count): void {
    const history = histories.get(key) ?? [];
    const last = history.at(-1);
    if (last && (count < last.count || at < last.at)) history.length = 0;
    const beforeLast = history.at(-2);
    if (beforeLast && at - beforeLast.at < STEP) history.pop();
    history.push({ at, count });
    while (history[1] && history[1].at <= at - MINUTE) history.shift();
    histories.set(key, history);
  }

  /** Undefined until the counts of the shortest window are known. */
  function rateAt(key: string, now: number): number | undefined {
    const history = histories.get(key);
    const first = history?.[0];
    if (!history || !first || now - first.at < WINDOWS[0]) return undefined;
    const count = countAt(history, now);
    let rate = 0;
    for (const longest of WINDOWS) {
      const window = Math.min(longest, now - first.at);
      const prints = count - countAt(history, now - window);
      rate = (prints * MINUTE) / window;
      if (prints >= ENOUGH) break;
    }
    return Math.round(rate);
  }

  return { note, rateAt, forget: (key: string) => void histories.delete(key), clear: () => histories.clear() };
}

/** The count that a printer had at a time. */
function countAt(history: readonly Count[], time: number): number {
  return (history.findLast(({ at }) => at <= time) ?? history[0])?.count ?? 0;
}
