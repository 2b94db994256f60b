import { z } from 'zod';

/** What answers at the address of a plant: `GET /healthz`, without a key. */
export const plantHealthSchema = z.object({
  service: z.literal('plant'),
  version: z.string(),
  /** `embedded` is for trying: it has one process and no standby. */
  database: z.enum(['postgresql', 'embedded']),
});
export type PlantHealth = z.infer<typeof plantHealthSchema>;

/** Whether the plant takes prints and answers searches: `GET /healthz/ready`, with status 200 if so and 503 if not. */
export const plantReadinessSchema = z.object({
  status: z.string(),
  /** What is wrong, in words for a person. */
  warnings: z.array(z.object({ code: z.string(), text: z.string() })),
});
export type PlantReadiness = z.infer<typeof plantReadinessSchema>;
