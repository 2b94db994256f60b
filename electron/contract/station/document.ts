import { z } from 'zod';

/** Any JSON object, passed on unchanged. Unlike a zod record it keeps a key named `__proto__`. */
export const documentSchema = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
);
