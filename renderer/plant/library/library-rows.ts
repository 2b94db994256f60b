import { LIBRARY_KINDS, type HoldingState, type LibraryKind } from '#contract/api-v3/library-item.ts';
import type { LibraryItem, LineHolding, RollOut } from '#contract/plant/library.ts';
import { compareNames } from '../../domain/formats/compare-names.ts';
import type { IconName } from '../../ui/icons.ts';
import type { StatusTone } from '../../ui/status-tone.ts';

/** What a line has of an item, the one that needs a person first. */
export const ROLL_OUT_STATES = ['refused', 'changed', 'waiting', 'unheard', 'taken'] as const satisfies readonly RollOutState[];
export type RollOutState = HoldingState | 'unheard';

export const ROLL_OUT_STATE_LOOKS: Readonly<Record<RollOutState, { tone: StatusTone; icon: IconName }>> = {
  refused: { tone: 'caution', icon: 'warning' },
  changed: { tone: 'maintenance', icon: 'edit' },
  waiting: { tone: 'wait', icon: 'starting' },
  unheard: { tone: 'stale', icon: 'broken' },
  taken: { tone: 'go', icon: 'check' },
};

/** What the list of the library shows. */
export interface LibraryFilter {
  /** Words, each of which is part of the name; empty for all. */
  text: string;
  kind: LibraryKind | '';
  /** Only published items that some line does not have yet. */
  isUnfinished: boolean;
}

/** Whether an item is published, and a line that should have the published version does not. */
export function isUnfinished({ published, rollOut }: LibraryItem): boolean {
  return published !== undefined && (linesWith(rollOut) < rollOut.wanted || rollOut.refused + rollOut.changed + rollOut.waiting > 0);
}

/** How many of the lines that should have the published version have it: a line that should have it no longer may have it still. */
export function linesWith({ taken, wanted }: RollOut): number {
  return Math.min(taken, wanted);
}

/** The items that match the filter: first those with a line that needs a person, then those that are on their way; by kind and name. */
export function libraryRows(items: readonly LibraryItem[], { text, kind, isUnfinished: only }: LibraryFilter): LibraryItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return items
    .filter((item) => kind === '' || item.kind === kind)
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .filter((item) => !only || isUnfinished(item))
    .sort(
      (one, other) =>
        urgency(one) - urgency(other) ||
        LIBRARY_KINDS.indexOf(other.kind) - LIBRARY_KINDS.indexOf(one.kind) ||
        compareNames(one.name, other.name),
    );
}

function urgency(item: LibraryItem): number {
  if (item.rollOut.refused + item.rollOut.changed > 0) return 0;
  return isUnfinished(item) ? 1 : 2;
}

/** The lines in one state, or all; those that need a person first, and then in the order that they have. */
export function lineRows(lines: readonly LineHolding[], state: RollOutState | ''): LineHolding[] {
  return lines
    .filter((line) => state === '' || line.state === state)
    .sort((one, other) => ROLL_OUT_STATES.indexOf(one.state) - ROLL_OUT_STATES.indexOf(other.state));
}

/** How many lines are in each state. */
export function countLines(lines: readonly LineHolding[]): Record<RollOutState, number> {
  const counts = { refused: 0, changed: 0, waiting: 0, unheard: 0, taken: 0 };
  for (const { state } of lines) counts[state] += 1;
  return counts;
}
