import { z } from 'zod';
import { command, feed } from './operation.ts';
import { printerInput } from './operation-input.ts';

export const interruptionSchema = printerInput.extend({
  /** When the station noticed that the controller had restarted, milliseconds since the epoch. */
  at: z.number(),
  /** When the controller last answered before; null = unknown. */
  lastContact: z.number().nullable(),
  job: z.object({
    id: z.string(),
    name: z.string(),
    /** Confirmed prints when the controller was back. */
    printed: z.number().int(),
    /** Copies that were asked for; null = no limit. */
    asked: z.number().int().nullable(),
  }),
});
/** A job that was on a printer when its controller restarted, as after a power failure. It lasts until a person continues or ends the job. */
export type Interruption = z.infer<typeof interruptionSchema>;

/** Every event has all interruptions. */
const interruptionsEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), interruptions: z.array(interruptionSchema) }),
]);
export type InterruptionsEvent = z.infer<typeof interruptionsEventSchema>;

export const interruptionsContract = {
  watch: feed(z.object({}), interruptionsEventSchema),
  /** A person has looked at the printer and continues the job. */
  resume: command('print', printerInput, z.object({})),
};
