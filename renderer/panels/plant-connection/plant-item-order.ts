import type { HoldingState } from '#contract/api-v3/library-item.ts';
import type { PlantItem } from '#contract/api-v3/plant-library.ts';

/** The states of items, the one that needs a person first. */
const ORDER: readonly HoldingState[] = ['refused', 'changed', 'waiting', 'taken'];

/** The items that need a person first, and then in the order that they have. */
export function byUrgency(items: readonly PlantItem[]): PlantItem[] {
  return items.toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
}
