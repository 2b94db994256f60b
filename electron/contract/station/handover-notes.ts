import { z } from 'zod';
import { command, feed } from './operation.ts';

/** Characters of a note. */
export const MAX_HANDOVER_NOTE = 2_000;

export const handoverNoteSchema = z.object({
  id: z.string(),
  /** Milliseconds since the epoch by the station's clock. */
  at: z.number(),
  /** Name of the person who wrote it. */
  by: z.string(),
  text: z.string(),
});
/** What the leaving shift tells the next one about a line. */
export type HandoverNote = z.infer<typeof handoverNoteSchema>;

/** Every event has all notes of the line, newest first. */
const handoverNotesEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), notes: z.array(handoverNoteSchema) }),
]);
export type HandoverNotesEvent = z.infer<typeof handoverNotesEventSchema>;

export const handoverNotesContract = {
  watch: feed(z.object({ line: z.string() }), handoverNotesEventSchema),
  /** The station keeps the newest 50 notes of a line. */
  add: command(
    'report',
    z.object({
      line: z.string(),
      by: z.string().trim().min(1, 'must not be empty').max(100),
      text: z.string().trim().min(1, 'must not be empty').max(MAX_HANDOVER_NOTE),
    }),
    handoverNoteSchema,
  ),
};
