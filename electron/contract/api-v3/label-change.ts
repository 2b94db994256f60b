import { z } from 'zod';
import { EXTENSION } from './extension.ts';
import { usingJobSchema } from './usage.ts';

/**
 * Query of the PUT of a label (extension): which jobs print the new version. A job prints the version that was current when it was selected,
 * unless a later PUT says otherwise.
 */
export const labelChangeQuerySchema = z
  .object({
    runningJobs: z
      .enum(['update', 'keep'], 'must be update or keep')
      .optional()
      .describe(
        '`update`: running and queued jobs that print the label and have not frozen it print the new version, from their next print that is not ' +
          'reserved yet. `keep`: they print the version that they have. Default: `keep`, or `update` if the setting `labelChangesReachRunningJobs` is on.',
      )
      .meta(EXTENSION),
    printers: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe(
        'With `runningJobs=update`: only jobs of these printers, separated by commas; a name that contains a comma is sent as a parameter of its own.',
      )
      .meta(EXTENSION),
  })
  .refine(({ runningJobs, printers }) => printers === undefined || runningJobs === 'update', {
    path: ['printers'],
    error: 'needs runningJobs=update',
  });

/** Response to a PUT of a label with `runningJobs=update` (extension). */
export const labelChangeSchema = z.object({
  /** The version of the label that was stored. */
  revision: z.number().int(),
  /** The running and queued jobs that print it from now on and printed another version before. */
  jobs: z.array(usingJobSchema),
});
export type LabelChange = z.infer<typeof labelChangeSchema>;
