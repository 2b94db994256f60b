import { z } from 'zod';
import { counterListItemSchema, counterSchema } from '../api-v3/counter.ts';
import { plantCounterSourceSchema, plantNumbersSchema } from '../api-v3/plant-counter.ts';
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
  /** The numbers that a counter has from the plant; null if it has numbers of its own. */
  plant: query(connectionInput.extend({ name: z.string() }), plantNumbersSchema.nullable()),
  takeFromPlant: command('data', connectionInput.extend({ name: z.string(), source: plantCounterSourceSchema }), z.object({})),
  /** `reason` is for the station's event log. */
  endPlantNumbers: command('data', connectionInput.extend({ name: z.string(), reason: statedReasonSchema }), z.object({})),
  rename: renamingCommand('data'),
};
