import { z } from 'zod';

/**
 * One fault in the input. `pointer` is a JSON pointer (RFC 6901) into the body, such as `/objs/0/width`, or `?name` for a query parameter.
 */
export const fieldErrorSchema = z.object({ pointer: z.string(), detail: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** RFC 9457 problem details, the form of every failure in responses. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().optional(),
  instance: z.string().optional(),
  errors: z.array(fieldErrorSchema).optional(),
});
export type Problem = z.infer<typeof problemSchema>;
