import type { PlantItem } from '#contract/api-v3/plant-library.ts';

/** Whether the plant publishes an item that may not be changed on this controller, which refuses every change of it. */
export function isProtected(item: PlantItem | undefined): boolean {
  return item?.version !== undefined && !item.isChangeable;
}

/** The text that says that an item is from the plant, by its key; undefined for an item that the controller has made itself. */
export function originText(item: PlantItem | undefined): { key: string; version: number } | undefined {
  if (item?.version === undefined) return undefined;
  return { key: item.state === 'changed' ? 'plantItems.changed' : 'plantItems.version', version: item.version };
}
