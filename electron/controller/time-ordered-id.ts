import { randomUUID } from 'node:crypto';

/** Hexadecimal digits of the milliseconds, and where the random part of an id begins behind its version. */
const TIME_DIGITS = 12;
const RANDOM_PART = 15;

/**
 * An id that nobody else makes: a UUID of version 7. Those that are made one after the other lie side by side in an index, so that to write
 * down many of them touches few pages.
 */
export function timeOrderedId(epochMs: number): string {
  const time = Math.max(0, Math.floor(epochMs)).toString(16).padStart(TIME_DIGITS, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(RANDOM_PART)}`;
}
