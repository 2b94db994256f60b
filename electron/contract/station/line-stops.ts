import { z } from 'zod';
import { controllerLineListSchema, controllerLineSchema, endedStopsSchema, lineResumptionSchema } from '../api-v3/controller-line.ts';
import { command, feed, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';

const lineInput = connectionInput.extend({ name: z.string() });
const storedInput = lineInput.extend({ line: controllerLineSchema });

const place = { connection: z.string(), name: z.string() };
/** A controller's line that belongs to a line of the station, as it was last read. */
const includedStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), ...place, line: controllerLineListSchema.element }),
  /** The controller does not answer, or has not answered yet: whether the line is stopped is unknown. */
  z.object({ kind: z.literal('unknown'), ...place }),
  /** The controller has no line of this name. */
  z.object({ kind: z.literal('missing'), ...place }),
]);
export type IncludedState = z.infer<typeof includedStateSchema>;

/** Every event has all of them: they are few. */
const includedStatesEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), included: z.array(includedStateSchema) }),
]);
export type IncludedStatesEvent = z.infer<typeof includedStatesEventSchema>;

/**
 * Extension: the lines of a controller, whose rules stop their printers together. The lines of the station are groups of its monitor, to which
 * controllers' lines can belong.
 */
export const lineStopsContract = {
  /** The controllers' lines that belong to lines of the station. */
  watch: feed(z.object({}), includedStatesEventSchema),
  /** Empty on a controller without this extension. */
  list: query(connectionInput, controllerLineListSchema),
  ended: query(lineInput, endedStopsSchema),
  add: command('configure', storedInput, z.object({})),
  change: command('configure', storedInput, z.object({})),
  rename: command('configure', lineInput.extend({ to: z.string() }), z.object({})),
  remove: command('configure', lineInput, z.object({})),
  resume: command('decide', lineInput.extend(lineResumptionSchema.shape), z.object({})),
};
