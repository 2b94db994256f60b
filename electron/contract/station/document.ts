import { z } from 'zod';

/** A JSON object of any shape, `__proto__` among its keys too, which a zod record would drop: what another controller has is passed on as it is. */
export const documentSchema = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
);
