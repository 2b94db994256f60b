import { z } from 'zod';

/** A job that needs something as it stands now. */
const usingJobSchema = z.object({
  id: z.string(),
  printer: z.string(),
  /** Its description, or the name of its label. */
  title: z.string(),
  /** False for one that waits in the queue. */
  isSelected: z.boolean(),
});

/** Who needs something: jobs, and the labels whose texts name it. */
const usersSchema = z.object({ jobs: z.array(usingJobSchema), labels: z.array(z.string()) });
export type Users = z.infer<typeof usersSchema>;

const usersByName = z.record(z.string(), usersSchema);

/** What is in use (extension), by name; a font by its family and style. What nobody needs is left out. */
export const usageSchema = z.object({
  labels: usersByName,
  tables: usersByName,
  variables: usersByName,
  counters: usersByName,
  shiftCodes: usersByName,
  fonts: usersByName,
});
export type Usage = z.infer<typeof usageSchema>;
