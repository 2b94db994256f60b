import { z } from 'zod';

/** A whole number in a query or path, where it arrives as text. An empty text is invalid rather than 0. */
export function wholeNumberIn({ least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER } = {}) {
  const bounded = z
    .number('must be a number')
    .int('must be a whole number')
    .min(least, least === 0 ? 'must not be negative' : `must be at least ${least}`)
    .max(most, `must be at most ${most}`);
  return z.preprocess((given) => (typeof given === 'string' ? numberOf(given) : given), bounded);
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
