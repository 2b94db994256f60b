import type { Print } from '#contract/api-v3/print.ts';
import type { Problem } from '#contract/problem.ts';

/** A print with the connection of its controller. */
export interface FoundPrint {
  connection: string;
  print: Print;
}

/** What has been read of one controller's prints, newest first. */
export interface ReadPrints {
  connection: string;
  prints: readonly Print[];
  /** Where to continue; null at the end, undefined before the first answer. */
  next: number | null | undefined;
  /** Why the last read failed. */
  problem?: Problem | undefined;
}

export interface MergedPrints {
  found: FoundPrint[];
  /** The connections of which more has to be read before older prints can follow. */
  unread: string[];
}

/**
 * The prints of all controllers, newest first, each controller's in its own order. Ends where the next one may be an unread print, so that what
 * is read later comes after what is shown. A controller that has found nothing so far holds up no other.
 */
export function mergePrints(read: readonly ReadPrints[]): MergedPrints {
  const queues = read.map((source) => ({ ...source, at: 0, hasMore: typeof source.next === 'number' && !source.problem }));
  const found: FoundPrint[] = [];
  const isUsedUp = ({ at, prints }: (typeof queues)[number]): boolean => at === prints.length;
  while (!queues.some((queue) => queue.hasMore && queue.at > 0 && isUsedUp(queue))) {
    const [first, ...others] = queues.flatMap((queue) => {
      const print = queue.prints[queue.at];
      return print ? [{ queue, print, time: Date.parse(print.reserved) }] : [];
    });
    if (!first) break;
    const { queue, print } = others.reduce((newest, next) => (next.time > newest.time ? next : newest), first);
    found.push({ connection: queue.connection, print });
    queue.at += 1;
  }
  return { found, unread: queues.filter((queue) => queue.hasMore && isUsedUp(queue)).map(({ connection }) => connection) };
}
