import { documentSchema } from './document.ts';

/**
 * Part of the input of a change: what a person saw that the controller has; null = nothing. It fails with `changed-meanwhile` when the
 * controller has something else by now. Left out, whatever is there is replaced.
 */
export const overSeen = { over: documentSchema.nullable().optional() };
