import type { Translation } from './translation.ts';

/** Spanish. */
export const es = {} satisfies Translation;
