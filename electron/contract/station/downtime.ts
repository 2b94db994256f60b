import { z } from 'zod';
import {
  downtimeReasonsSchema,
  linePeriodsPageSchema,
  OEE_DIVISIONS,
  oeeReportSchema,
  statedDowntimeReasonSchema,
} from '../api-v3/downtime.ts';
import { command, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';

/** A line of a controller. */
const lineInput = connectionInput.extend({ name: z.string() });
/** Moments in ISO 8601. */
const time = { from: z.string(), to: z.string().optional() };

/** Extension: what the lines of a controller did over time, the reasons of their stops, and their OEE. */
export const downtimeContract = {
  periods: query(
    lineInput.extend({
      ...time,
      before: z.number().int().optional(),
      limit: z.number().int().optional(),
      needsReason: z.boolean().optional(),
    }),
    linePeriodsPageSchema,
  ),
  oee: query(lineInput.extend({ ...time, by: z.enum(OEE_DIVISIONS) }), oeeReportSchema),
  reasons: query(connectionInput, downtimeReasonsSchema),
  putReasons: command('configure', connectionInput.extend({ reasons: downtimeReasonsSchema }), z.object({})),
  stateReason: command('report', lineInput.extend({ period: z.number().int() }).extend(statedDowntimeReasonSchema.shape), z.object({})),
};
