import { z } from 'zod';
import { controllerLineListSchema, controllerLineSchema, endedStopsSchema, lineResumptionSchema } from '../api-v3/controller-line.ts';
import { command, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';

const lineInput = connectionInput.extend({ name: z.string() });
const storedInput = lineInput.extend({ line: controllerLineSchema });

/** Extension: the lines of a controller, whose rules stop their printers together. The lines of the station are groups of its monitor. */
export const lineStopsContract = {
  /** Empty on a controller without this extension. */
  list: query(connectionInput, controllerLineListSchema),
  ended: query(lineInput, endedStopsSchema),
  add: command(storedInput, z.object({})),
  change: command(storedInput, z.object({})),
  rename: command(lineInput.extend({ to: z.string() }), z.object({})),
  remove: command(lineInput, z.object({})),
  resume: command(lineInput.extend(lineResumptionSchema.shape), z.object({})),
};
