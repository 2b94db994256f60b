import { z } from 'zod';

/** Text that UTF-8 can carry, so that it comes back as it was put. */
export const textSchema = z.string().refine((text) => text.isWellFormed(), 'has half of a surrogate pair');
