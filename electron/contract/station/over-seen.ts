import { documentSchema } from './document.ts';

/**
 * Part of the input of a change: what a person saw that the controller has; null = nothing, as for something new. It fails with
 * `changed-meanwhile` when the controller has something else by now. It cannot be left out: nothing is replaced that nobody saw.
 */
export const overSeen = { over: documentSchema.nullable() };
