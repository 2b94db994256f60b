import type { DraftKind } from '#contract/station/drafts.ts';
import { useCountersStore } from '../../stores/counters.ts';
import { useLabelsStore } from '../../stores/labels.ts';
import { useShiftCodesStore } from '../../stores/shift-codes.ts';
import { useTablesStore } from '../../stores/tables.ts';
import { useVariablesStore } from '../../stores/variables.ts';

const STORES = {
  labels: useLabelsStore,
  tables: useTablesStore,
  variables: useVariablesStore,
  counters: useCountersStore,
  shiftCodes: useShiftCodesStore,
};
const DRAFTS: Partial<Record<Renamed, DraftKind>> = { labels: 'label', tables: 'table', variables: 'variable' };

export type Renamed = keyof typeof STORES;

/** Where things of this noun are kept, and what their drafts are called; undefined where there are none. */
export function useRenamed(noun: Renamed) {
  return { store: STORES[noun](), draftKind: DRAFTS[noun] };
}
