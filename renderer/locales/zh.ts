import type { Translation } from './translation.ts';

/** Chinese, in simplified script. */
export const zh = {} satisfies Translation;
