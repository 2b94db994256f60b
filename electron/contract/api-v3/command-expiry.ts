import { z } from 'zod';

/** The longest time that a command may ask for: a day, in milliseconds. */
export const LONGEST_EXPIRY = 24 * 60 * 60 * 1_000;

/** Request header (extension): how many milliseconds a command may still take until it acts. */
export const EXPIRES_IN_HEADER = 'Strobe-Expires-In';

/**
 * Request header (extension): the time on the controller's own clock (`CLOCK_HEADER`) when the command was sent, as the client knows it from an earlier
 * response. With it, the time that the command lay unread counts too.
 */
export const SENT_AT_HEADER = 'Strobe-Sent-At';

/** Response header (extension) of `/healthz`: the controller's monotonic clock, in milliseconds. */
export const CLOCK_HEADER = 'Strobe-Clock';

/** Milliseconds in a request header: digits only. */
function millisecondsFrom(least: number, most: number) {
  const fault = `must be a whole number of milliseconds from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,16}$/, fault)
    .transform(Number)
    .pipe(z.number().min(least, fault).max(most, fault));
}

export const expiresInSchema = millisecondsFrom(1, LONGEST_EXPIRY);
export const sentAtSchema = millisecondsFrom(0, Number.MAX_SAFE_INTEGER);
export const clockHeaderSchema = z
  .string()
  .regex(/^\d{1,16}(\.\d+)?$/)
  .transform(Number);
