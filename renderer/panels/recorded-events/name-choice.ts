/** All of something, or some of it by their names. */
export interface NameChoice {
  isAll: boolean;
  /** Kept while all are chosen. */
  chosen: string[];
}

/** The choice of a stored list, which is empty for all. */
export function choiceOf(names: readonly string[]): NameChoice {
  return { isAll: names.length === 0, chosen: [...names] };
}

/** The list that is stored for a choice; empty for all. Check first that it is complete. */
export function namesOf({ isAll, chosen }: NameChoice): string[] {
  return isAll ? [] : [...chosen];
}

/** Whether it says neither all nor any. */
export function isIncomplete({ isAll, chosen }: NameChoice): boolean {
  return !isAll && chosen.length === 0;
}
