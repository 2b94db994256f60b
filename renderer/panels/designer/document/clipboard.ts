import { z } from 'zod';
import type { DesignObject } from './design-object.ts';

const KEY = 'strobe.copied-objects';
const copiedSchema = z.object({ objects: z.array(z.record(z.string(), z.unknown())).min(1) });

/** Keeps objects for another place, on this label or another: for every window of this browser, until something else is copied. False when nothing can be kept. */
export function keepCopied(storage: Storage, objects: readonly DesignObject[]): boolean {
  try {
    storage.setItem(KEY, JSON.stringify({ objects }));
    return true;
  } catch {
    return false;
  }
}

/** What was copied last, or nothing. */
export function copiedObjects(storage: Storage): DesignObject[] {
  const text = storage.getItem(KEY);
  if (text === null) return [];
  try {
    return copiedSchema.safeParse(JSON.parse(text)).data?.objects ?? [];
  } catch {
    return [];
  }
}
