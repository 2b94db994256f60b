import { valueDifferences, type ValueDifference } from '../draft/value-differences.ts';
import type { Entry } from './check-entries.ts';
import type { Document } from './exchanged.ts';

/** A thing of a file that would take the place of another one. */
export interface Replacement extends Entry {
  present: Document;
  /** Where they differ: mine is the file's, theirs the controller's. */
  differences: ValueDifference[];
}

/** What would become of the things of a file. */
export interface ImportPlan {
  made: Entry[];
  replaced: Replacement[];
  /** They are on the controller as they are in the file. */
  same: string[];
  /** Changes of them wait to be sent. */
  waiting: string[];
}

interface Present {
  /** What the controller has under the names of the file. */
  present: ReadonlyMap<string, Document>;
  isWaiting: (name: string) => boolean;
}

/** Compares what stands in a file with what the controller has. */
export function compareEntries(entries: readonly Entry[], { present, isWaiting }: Present): ImportPlan {
  const plan: ImportPlan = { made: [], replaced: [], same: [], waiting: [] };
  for (const entry of entries) {
    const found = present.get(entry.name);
    const differences = found ? valueDifferences(entry.document, found) : [];
    if (isWaiting(entry.name)) plan.waiting.push(entry.name);
    else if (!found) plan.made.push(entry);
    else if (differences.length === 0) plan.same.push(entry.name);
    else plan.replaced.push({ ...entry, present: found, differences });
  }
  return plan;
}
