import { z } from 'zod';
import { newNameSchema } from './name.ts';

/** The name that something is to have from now on (extension). */
export const renamingSchema = z.strictObject({ name: newNameSchema });
