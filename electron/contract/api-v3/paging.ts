import { z } from 'zod';

/** Query of a list that is read page by page, newest first: `before` continues behind the entry with that number. */
export const paging = {
  before: z.coerce.number('must be a number').int('must be a whole number').optional(),
  limit: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(500, 'must be at most 500')
    .default(50),
};

/** Give this as `before` to read on; null at the end. */
export const nextPage = z.number().int().nullable();
