/** A print of which nobody can say what became of it. */
export interface UnknownPrint {
  id: number;
  /** Milliseconds since the epoch; null for one that was unknown before that was written down. */
  unknown_since: number | null;
}

export interface CountReading {
  /** Marks that the engine has made, as it says itself. */
  counted: number;
  /** The marks among them that prints explain. */
  accounted: number;
  /** In the order in which they went to the engine. */
  unknown: readonly UnknownPrint[];
}

/** What the engine's count says of the unknown prints, and what about it a person has to look at. */
export interface CountVerdict {
  printed: number[];
  voided: number[];
  fault?: string;
}

/**
 * I5: the marks that the engine counts beyond those that prints explain are unknown prints. It makes them in the order in which it got
 * them; which of several were made it tells all the same only when all became unknown at one moment, and none of them alone on its way.
 */
export function judgeByCount({ counted, accounted, unknown }: CountReading): CountVerdict {
  const ids = unknown.map(({ id }) => id);
  const surplus = counted - accounted;
  const isOneMoment = new Set(unknown.map(({ unknown_since }) => unknown_since)).size <= 1;
  const isTold = surplus >= 0 && surplus <= ids.length && (isOneMoment || surplus === 0 || surplus === ids.length);
  if (isTold) return { printed: ids.slice(0, surplus), voided: ids.slice(surplus) };
  return { printed: [], voided: [], fault: countFault({ counted, accounted, unknown: ids.length }) };
}

/** What a person has to look at when count and prints differ; undefined when unknown prints may explain it. */
export function countDifference({
  counted,
  accounted,
  unknown,
}: {
  counted: number;
  accounted: number;
  unknown: number;
}): string | undefined {
  const surplus = counted - accounted;
  return surplus >= 0 && surplus <= unknown ? undefined : countFault({ counted, accounted, unknown });
}

function countFault({ counted, accounted, unknown }: { counted: number; accounted: number; unknown: number }): string {
  const surplus = counted - accounted;
  if (surplus < 0) return `The printer's own count went back from ${accounted} to ${counted}: it was reset, or it is another printer.`;
  if (surplus <= unknown) return `The printer made ${surplus} of the ${unknown} unknown prints, and its count does not tell which.`;
  const explained = unknown === 0 ? 'no print explains' : `only ${unknown} unknown prints could explain`;
  return `The printer counts ${surplus} ${surplus === 1 ? 'mark' : 'marks'} more than were confirmed, which ${explained}.`;
}
