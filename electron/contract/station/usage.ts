import { usageSchema } from '../api-v3/usage.ts';
import { query } from './operation.ts';
import { onConnection } from './on-connection.ts';

export const usageContract = {
  /** Who needs the labels, tables, variables, counters, shift codes and fonts of a controller (extension). */
  read: query(onConnection, usageSchema),
};
