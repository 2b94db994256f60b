import type { Translation } from './translation.ts';

/** Arabic. */
export const ar = {} satisfies Translation;
