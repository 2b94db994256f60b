import { z } from 'zod';
import { API_KEY_STATES } from '../api-v3/api-key.ts';
import { newNameSchema } from '../api-v3/name.ts';
import { controllerIdSchema } from './plant-controller.ts';
import { PLANT_SCOPES, type PlantScope } from './plant-scope.ts';

/** A key of the plant that is to be created. */
export const newPlantKeySchema = z.strictObject({
  /** No other valid key has it. */
  name: newNameSchema,
  scopes: z
    .array(z.enum(PLANT_SCOPES, `must be one of ${PLANT_SCOPES.join(', ')}`))
    .min(1, `must name some of ${PLANT_SCOPES.join(', ')}`)
    .transform((given): PlantScope[] => PLANT_SCOPES.filter((scope) => given.includes(scope))),
  /** The controller that it is for: it may send for no other. Any controller when left out. */
  controller: controllerIdSchema.optional(),
  /** The last day on which it is valid, which ends at midnight UTC. It does not expire when left out. */
  expires: z.iso.date('must be a day such as 2027-01-31').optional(),
});
export type NewPlantKey = z.infer<typeof newPlantKeySchema>;

/** A key of the plant, without its text. Times are ISO 8601. */
export const plantKeySchema = z.object({
  name: z.string(),
  scopes: z.array(z.enum(PLANT_SCOPES)),
  controller: z.string().optional(),
  state: z.enum(API_KEY_STATES),
  created: z.string(),
  expires: z.string().optional(),
  revoked: z.string().optional(),
  /** The minute of its last use; absent if it was never used. */
  lastUsed: z.string().optional(),
});
export const plantKeyListSchema = z.array(plantKeySchema);
export type PlantKey = z.infer<typeof plantKeySchema>;

/** The answer to a new key: its text, which is told only now. */
export const createdPlantKeySchema = z.object({ key: z.string() });
