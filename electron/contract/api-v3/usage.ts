import { z } from 'zod';

/** A job that uses the current state of an item. */
export const usingJobSchema = z.object({
  id: z.string(),
  printer: z.string(),
  /** Its description, or the name of its label. */
  title: z.string(),
  /** False for a job that waits in the queue. */
  isSelected: z.boolean(),
});

/** The users of an item: jobs, and labels whose texts name it. */
const usersSchema = z.object({ jobs: z.array(usingJobSchema), labels: z.array(z.string()) });
export type Users = z.infer<typeof usersSchema>;

const usersByName = z.record(z.string(), usersSchema);

/** The items in use (extension), by name; fonts by family and style. Unused items are omitted. */
export const usageSchema = z.object({
  labels: usersByName,
  tables: usersByName,
  variables: usersByName,
  counters: usersByName,
  shiftCodes: usersByName,
  fonts: usersByName,
});
export type Usage = z.infer<typeof usageSchema>;
