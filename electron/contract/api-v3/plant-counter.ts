import { z } from 'zod';
import { newNameSchema } from './name.ts';

/** Which counter of the plant a counter takes its numbers from (extension). */
export const plantCounterSourceSchema = z.strictObject({
  /** Name of the counter of the plant. */
  counter: newNameSchema,
});

/** The numbers that a counter has from the plant (extension). */
export const plantNumbersSchema = z.object({
  counter: z.string(),
  /** Numbers that it has left. They print without the network; with none left nothing is printed. */
  left: z.number().int(),
  /** Why no more numbers came at the last attempt, as a sentence; absent after a success. */
  reason: z.string().optional(),
});
export type PlantNumbers = z.infer<typeof plantNumbersSchema>;
