import { z } from 'zod';
import { clockSchema } from '../api-v3/clock.ts';
import { command, query } from './operation.ts';
import { onConnection } from './on-connection.ts';

export const clockContract = {
  /** Extension: the clock that a controller's dates come from. */
  get: query(onConnection, clockSchema),
  /** Extension: a person says that a controller's clock is right. */
  confirm: command(onConnection, z.object({})),
};
