import { z } from 'zod';
import { HOLDING_STATES, libraryItemPlaceSchema, libraryKindSchema, savedVersionSchema } from './library-item.ts';

/** An item of the library of the plant, and what this controller has of it (extension). */
export const plantItemSchema = z.object({
  kind: libraryKindSchema,
  name: z.string(),
  /** `taken`: it has the published version. `waiting`: it takes it later. `refused`: it cannot take it. `changed`: it was changed here, and stays so. */
  state: z.enum(HOLDING_STATES),
  /** The version of the plant that it has; absent if it has none. */
  version: z.number().int().optional(),
  /** Why it does not have the published version, as a sentence. */
  reason: z.string().optional(),
  /** Whether it may be changed here. */
  isChangeable: z.boolean(),
});
export type PlantItem = z.infer<typeof plantItemSchema>;

/** The items that the plant publishes for this controller (extension). */
export const plantItemsSchema = z.object({
  items: z.array(plantItemSchema),
  /** Why the library could not be read at the last attempt, as a sentence. */
  lastError: z.string().optional(),
});
export type PlantItems = z.infer<typeof plantItemsSchema>;

/** An item of this controller that is sent to the library of the plant, where it can be published (extension). */
export const proposedItemSchema = z.strictObject(libraryItemPlaceSchema.shape);

/** The version under which the plant has stored it. */
export const proposedVersionSchema = savedVersionSchema;
