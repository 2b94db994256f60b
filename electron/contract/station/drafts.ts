import { z } from 'zod';
import { documentSchema } from './document.ts';
import { command, feed, query } from './operation.ts';
import { onConnection } from './on-connection.ts';

/**
 * What may be changed while its controller is away; `cells` are single ones of a table. A counter may not: its line may be printing, and a late
 * value would be printed twice.
 */
export const draftKindSchema = z.enum(['label', 'table', 'cells', 'variable', 'shiftCode']);
export type DraftKind = z.infer<typeof draftKindSchema>;

const draftPlaceSchema = onConnection.extend({ kind: draftKindSchema, name: z.string().min(1).max(1_000) });
export type DraftPlace = z.infer<typeof draftPlaceSchema>;

/**
 * open: somebody is still writing it, it is sent only once it is saved; waiting: it is sent as soon as the controller is back; changed:
 * the controller has something else than what was begun from, a person decides; refused: the controller did not take it.
 */
const draftStateSchema = z.enum(['open', 'waiting', 'changed', 'refused']);

export const draftSchema = draftPlaceSchema.extend({
  state: draftStateSchema,
  /** Why the controller did not take it. */
  reason: z.string().nullable(),
  person: z.string(),
  /** Milliseconds since the epoch. */
  savedAt: z.number(),
});
export type Draft = z.infer<typeof draftSchema>;

export const draftsEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), drafts: z.array(draftSchema) }),
  z.object({ type: z.literal('changed'), draft: draftSchema }),
  /** It is sent, or somebody let it go. */
  z.object({ type: z.literal('removed'), place: draftPlaceSchema, isSent: z.boolean() }),
]);
export type DraftsEvent = z.infer<typeof draftsEventSchema>;

const contentSchema = z.object({
  content: documentSchema,
  /** What the person began from; null for something new. */
  base: documentSchema.nullable(),
});

/** Changes that wait for their controller, kept by the station over restarts. Orders to print are never among them. */
export const draftsContract = {
  watch: feed(z.object({}), draftsEventSchema),
  get: query(draftPlaceSchema, contentSchema),
  /**
   * Keeps what was written, in place of what was kept of it before; what was begun from stays. Cells join those that were kept before. With
   * `isFinished` it is sent when it can be.
   */
  keep: command(draftPlaceSchema.extend({ ...contentSchema.shape, isFinished: z.boolean() }), draftSchema),
  /** Beside what the controller has now; null = it has none. */
  compare: query(draftPlaceSchema, contentSchema.extend({ theirs: documentSchema.nullable() })),
  /** Sends it over what a person saw that the controller has. Fails with `changed-meanwhile` when it has yet something else by now. */
  send: command(draftPlaceSchema.extend({ over: documentSchema.nullable() }), z.object({})),
  discard: command(draftPlaceSchema, z.object({})),
};
