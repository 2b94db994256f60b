import type { UnsavedEditKind } from '#contract/station/unsaved-edits.ts';
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
const DRAFTS: Partial<Record<Renamed, UnsavedEditKind>> = { labels: 'label', tables: 'table', variables: 'variable' };

export type Renamed = keyof typeof STORES;

/** The store of a kind of resource, and its kind of unsaved edits; undefined if it has none. */
export function useRenameTarget(noun: Renamed) {
  return { store: STORES[noun](), draftKind: DRAFTS[noun] };
}
