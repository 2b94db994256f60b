import { z } from 'zod';
import { clockSchema } from '../api-v3/clock.ts';
import { command, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';

export const clockContract = {
  /** Extension: the clock that a controller uses for dates. */
  get: query(connectionInput, clockSchema),
  /** Extension: a person confirms that the clock is right. */
  confirm: command('decide', connectionInput, z.object({})),
};
