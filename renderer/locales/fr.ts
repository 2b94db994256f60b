import type { Translation } from './translation.ts';

/** French. */
export const fr = {} satisfies Translation;
