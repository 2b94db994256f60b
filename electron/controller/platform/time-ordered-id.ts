import { randomUUID } from 'node:crypto';

/** Hexadecimal digits of the milliseconds, and the index at which the random part of a UUID starts, after its version. */
const TIME_DIGITS = 12;
const RANDOM_PART = 15;

/**
 * A UUID of version 7 (RFC 9562). Ids that are made one after the other are adjacent in an index, so that inserting many of them writes few
 * pages.
 */
export function timeOrderedId(epochMs: number): string {
  const time = Math.max(0, Math.floor(epochMs)).toString(16).padStart(TIME_DIGITS, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(RANDOM_PART)}`;
}
