import { z } from 'zod';
import { PLANT_SCOPES } from './plant-scope.ts';

/** Opens a session of a browser by a key of the plant. The answer sets a cookie that scripts cannot read. */
export const newPlantSessionSchema = z.strictObject({
  key: z.string().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
});

/** The key that a session was opened with. */
export const plantSessionSchema = z.object({ name: z.string(), scopes: z.array(z.enum(PLANT_SCOPES)) });
export type PlantSession = z.infer<typeof plantSessionSchema>;
