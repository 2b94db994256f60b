import { z } from 'zod';
import type { DesignObject } from './design-object.ts';

const KEY = 'strobe.copied-objects';
const copiedSchema = z.object({ objects: z.array(z.record(z.string(), z.unknown())).min(1) });

/**
 * Stores copied objects in this browser, for every label and window, until the next copy. Returns false when the storage is full or blocked;
 * `storage` is a function because reading `localStorage` throws where the browser blocks it.
 */
export function copyToClipboard(objects: readonly DesignObject[], storage = () => localStorage): boolean {
  try {
    storage().setItem(KEY, JSON.stringify({ objects }));
    return true;
  } catch {
    return false;
  }
}

/** The objects of the last copy; empty if there are none or they cannot be read. */
export function readClipboard(storage = () => localStorage): DesignObject[] {
  try {
    const text = storage().getItem(KEY);
    if (text === null) return [];
    return copiedSchema.safeParse(JSON.parse(text)).data?.objects ?? [];
  } catch {
    return [];
  }
}
