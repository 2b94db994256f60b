import { z } from 'zod';
import { preflightFindingsQuerySchema, preflightFindingsSchema, preflightRequestSchema, preflightSchema } from '../api-v3/preflight.ts';
import { idempotencyInput, connectionInput } from './operation-input.ts';
import { command, query } from './operation.ts';

const preflightInput = connectionInput.extend({ id: z.string() });

/** Extension: pre-flights, checks of all rows of a table before a shift. */
export const preflightsContract = {
  /** Newest first. */
  list: query(connectionInput.extend({ table: z.string() }), z.array(preflightSchema)),
  start: command(
    'print',
    connectionInput.extend({ table: z.string(), request: preflightRequestSchema, ...idempotencyInput }),
    preflightSchema,
  ),
  get: query(preflightInput, preflightSchema),
  findings: query(preflightInput.extend({ query: preflightFindingsQuerySchema.partial() }), preflightFindingsSchema),
  /** Stops a running pre-flight and keeps its findings. Deletes a completed one. */
  remove: command('print', preflightInput, z.object({})),
};
