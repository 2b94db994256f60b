import { documentSchema } from './document.ts';

/**
 * Input of a PUT: the controller's document that the person saw; null = none, as for a new item. The command fails with `changed-meanwhile` when the
 * controller has another one. Required, so that no document is replaced unseen.
 */
export const expectedContent = { expected: documentSchema.nullable() };
