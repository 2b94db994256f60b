import { usageSchema } from '../api-v3/usage.ts';
import { query } from './operation.ts';
import { connectionInput } from './operation-input.ts';

export const usageContract = {
  /** Extension: what uses the labels, tables, variables, counters, shift codes and fonts of a controller. */
  read: query(connectionInput, usageSchema),
};
