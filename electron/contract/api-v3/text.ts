import { z } from 'zod';

/** Well-formed Unicode text: UTF-8 can represent it without loss. */
export const textSchema = z.string().refine((text) => text.isWellFormed(), 'has half of a surrogate pair');
