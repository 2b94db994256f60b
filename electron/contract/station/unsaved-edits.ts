import { z } from 'zod';
import { documentSchema } from './document.ts';
import { command, feed, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';

/**
 * What can be changed while its controller is offline; `cells` are single cells of a table. Counters are excluded: the line may be printing, and a
 * delayed value would be printed twice.
 */
export const unsavedEditKindSchema = z.enum(['label', 'table', 'cells', 'variable', 'shiftCode']);
export type UnsavedEditKind = z.infer<typeof unsavedEditKindSchema>;

const unsavedEditPlaceSchema = connectionInput.extend({ kind: unsavedEditKindSchema, name: z.string().min(1).max(1_000) });
export type UnsavedEditPlace = z.infer<typeof unsavedEditPlaceSchema>;

/**
 * open: still being edited, and not sent; waiting: sent when the controller is back; changed: the controller has another document than the edit started
 * from, and a person decides; refused: the controller refused it.
 */
const unsavedEditStateSchema = z.enum(['open', 'waiting', 'changed', 'refused']);

export const unsavedEditSchema = unsavedEditPlaceSchema.extend({
  state: unsavedEditStateSchema,
  /** Why the controller refused it. */
  reason: z.string().nullable(),
  person: z.string(),
  /** Milliseconds since the epoch. */
  savedAt: z.number(),
});
export type UnsavedEdit = z.infer<typeof unsavedEditSchema>;

export const unsavedEditsEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), unsavedEdits: z.array(unsavedEditSchema) }),
  z.object({ type: z.literal('changed'), unsavedEdit: unsavedEditSchema }),
  /** Sent or discarded. */
  z.object({ type: z.literal('removed'), place: unsavedEditPlaceSchema, isSent: z.boolean() }),
]);
export type UnsavedEditsEvent = z.infer<typeof unsavedEditsEventSchema>;

const contentSchema = z.object({
  content: documentSchema,
  /** The document that the edit started from; null for a new one. */
  base: documentSchema.nullable(),
});

/** Changes that wait for an offline controller; the station stores them over restarts. Printing commands never wait. */
export const unsavedEditsContract = {
  watch: feed(z.object({}), unsavedEditsEventSchema),
  get: query(unsavedEditPlaceSchema, contentSchema),
  /**
   * Stores an edit in place of the former one, whose base is kept. Cells are added to those that are waiting. With `isFinished` it is sent as soon as
   * possible.
   */
  keep: command('edit', unsavedEditPlaceSchema.extend({ ...contentSchema.shape, isFinished: z.boolean() }), unsavedEditSchema),
  /** The edit, with the controller's document as `theirs`; null = it has none. */
  compare: query(unsavedEditPlaceSchema, contentSchema.extend({ theirs: documentSchema.nullable() })),
  /** Sends the edit over the document that the person saw. Fails with `changed-meanwhile` when the controller has another one. */
  send: command('edit', unsavedEditPlaceSchema.extend({ expected: documentSchema.nullable() }), z.object({})),
  discard: command('edit', unsavedEditPlaceSchema, z.object({})),
};
