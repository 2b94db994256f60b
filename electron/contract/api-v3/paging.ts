import { z } from 'zod';
import { wholeNumberIn } from './whole-number.ts';

/** Query of a list that is read page by page, newest first: `before` continues behind the entry with that number. */
export const paging = {
  before: wholeNumberIn().optional(),
  limit: wholeNumberIn({ least: 1, most: 500 }).prefault(50),
};

/** Give this as `before` to read on; null at the end. */
export const nextPage = z.number().int().nullable();
