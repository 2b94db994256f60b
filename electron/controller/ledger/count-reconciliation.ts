import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';

/** A print whose outcome is unknown. */
export interface UnknownPrint {
  id: number;
  /** Milliseconds since the epoch; null for a print from before this was recorded. */
  unknown_since: number | null;
}

export interface CountReading {
  /** The engine's own count. */
  counted: number;
  /** The part of it that prints explain. */
  accounted: number;
  /** In the order in which they were sent to the engine. */
  unknown: readonly UnknownPrint[];
  /** Whether a part of a print that is not counted may be on the product. */
  leavesPartialPrints: boolean;
}

/** The outcome of the unknown prints according to the engine's count, and the mismatch that an operator has to settle. */
export interface CountVerdict {
  printed: number[];
  voided: number[];
  fault?: StatusError;
}

/**
 * I5: settles unknown prints by the engine's count. Prints that it counts beyond the explained ones are unknown prints, made in the order
 * in which they were sent. If only some of several were made, this order is reliable only when all became unknown at the same moment, so
 * that none of them failed on its own.
 *
 * A print is void only if nothing of it can be on the product, because the row of a void print is printed again. On a device that leaves
 * partial prints, a count that does not show a print leaves it to a person.
 */
export function judgeByCount({ counted, accounted, unknown, leavesPartialPrints }: CountReading): CountVerdict {
  const ids = unknown.map(({ id }) => id);
  const surplus = counted - accounted;
  if (surplus === ids.length) return { printed: ids, voided: [] };
  if (surplus === 0 && leavesPartialPrints) return { printed: [], voided: [] };
  const isOneMoment = new Set(unknown.map(({ unknown_since }) => unknown_since)).size <= 1 && !leavesPartialPrints;
  const isDecided = surplus === 0 || (surplus > 0 && surplus < ids.length && isOneMoment);
  if (isDecided) return { printed: ids.slice(0, surplus), voided: ids.slice(surplus) };
  return { printed: [], voided: [], fault: countFault({ counted, accounted, unknown: ids.length }) };
}

/** The mismatch as an error of the printer; undefined when unknown prints may explain it. */
export function countDifference({
  counted,
  accounted,
  unknown,
}: {
  counted: number;
  accounted: number;
  unknown: number;
}): StatusError | undefined {
  const surplus = counted - accounted;
  return surplus >= 0 && surplus <= unknown ? undefined : countFault({ counted, accounted, unknown });
}

function countFault({ counted, accounted, unknown }: { counted: number; accounted: number; unknown: number }): StatusError {
  const surplus = counted - accounted;
  if (surplus < 0) return statusError('count-went-back', { from: accounted, to: counted });
  if (surplus <= unknown) return statusError('prints-undecided', { made: surplus, n: unknown });
  if (unknown === 0) return statusError('count-too-high', { n: surplus });
  return statusError('count-too-high-for-unknown', { n: surplus, unknown });
}
