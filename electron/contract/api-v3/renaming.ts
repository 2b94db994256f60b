import { z } from 'zod';
import { newNameSchema } from './name.ts';

/** The new name of an item (extension). */
export const renamingSchema = z.strictObject({ name: newNameSchema });
