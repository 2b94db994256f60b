import type { Translation } from './translation.ts';

/** German. */
export const de = {} satisfies Translation;
