import { z } from 'zod';
import { counterListItemSchema, counterSchema } from '../api-v3/counter.ts';
import { statedReasonSchema } from '../api-v3/print.ts';
import { command, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';
import { expectedContent } from './expected-content.ts';
import { renamingCommand } from './renaming.ts';

export const countersContract = {
  list: query(connectionInput, z.array(counterListItemSchema)),
  get: query(connectionInput.extend({ name: z.string() }), counterSchema),
  /** `reason`, why a counter is set back or removed, is for the station's event log. */
  put: command(
    'data',
    connectionInput.extend({ name: z.string(), counter: counterSchema, reason: statedReasonSchema.optional(), ...expectedContent }),
    z.object({ created: z.boolean() }),
  ),
  remove: command('data', connectionInput.extend({ name: z.string(), reason: statedReasonSchema }), z.object({})),
  rename: renamingCommand('data'),
};
