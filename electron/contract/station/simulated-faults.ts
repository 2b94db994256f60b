import { z } from 'zod';
import { simulatedFaultRequestSchema, simulatedFaultsSchema } from '../api-v3/simulated-fault.ts';
import { command, query } from './operation.ts';
import { printerInput } from './operation-input.ts';

/** Extension: the faults that a virtual printer simulates for training. */
export const simulatedFaultsContract = {
  list: query(printerInput, simulatedFaultsSchema),
  cause: command('configure', printerInput.extend({ ...simulatedFaultRequestSchema.shape, fault: z.string().optional() }), z.object({})),
  clear: command('configure', printerInput.extend({ fault: z.string() }), z.object({})),
};
