import { valueDifferences, type ValueDifference } from '../../domain/json/value-differences.ts';
import type { Entry } from './check-entries.ts';
import type { Document } from './exchange-kind.ts';

/** A resource of a file that would replace an existing one. */
export interface Replacement extends Entry {
  present: Document;
  /** The differences: `mine` is the file's, `theirs` the controller's. */
  differences: ValueDifference[];
}

/** The effect of an import on each resource. */
export interface ImportPlan {
  made: Entry[];
  replaced: Replacement[];
  /** Equal on the controller and in the file. */
  same: string[];
  /** Resources with an unsaved edit that waits to be sent. */
  waiting: string[];
}

interface Present {
  /** The controller's resources with the names of the file. */
  present: ReadonlyMap<string, Document>;
  isWaiting: (name: string) => boolean;
}

/** Compares a file with the controller's resources. */
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
