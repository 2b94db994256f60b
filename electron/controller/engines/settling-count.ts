import type { PrintEngine } from './engine.ts';

/**
 * The device's own count (or `count`, which it reported with a print), if it can settle prints of which nothing is known after a lost connection or a restart. The rule by kind of proof:
 *
 * - `id`: the engine asks its device about each print and reports it. What stays open is settled by the count, if there is one.
 * - `ack`: acknowledgements that were lost are settled by the count, if there is one; otherwise these prints are unknown.
 * - `count`: the difference between the count and the ledger is the number of prints that were made. With a greater difference than there are
 *   open prints, or a negative one, a person decides.
 * - `none`: prints are handed over, and nothing is settled later.
 *
 * A count of products that passed the photocell counts no prints and settles nothing. Undefined while the device reports no count.
 */
export function settlingCount(engine: PrintEngine, count = engine.count?.()): number | undefined {
  const { traits } = engine;
  return traits.proof !== 'none' && traits.counts === 'marks' ? count : undefined;
}
