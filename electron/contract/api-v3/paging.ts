import { z } from 'zod';
import { wholeNumberIn } from './whole-number.ts';

/** Query of a list that is read page by page, newest first: `before` continues after the entry with that number. */
export const paging = {
  before: wholeNumberIn().optional(),
  limit: wholeNumberIn({ least: 1, most: 500 }).prefault(50),
};

/** The value of `before` for the next page; null on the last page. */
export const nextPage = z.number().int().nullable();
