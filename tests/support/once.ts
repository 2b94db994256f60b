import { randomUUID } from 'node:crypto';

/** The input of a command that has one effect: a new idempotency key. */
export function once(): { idempotencyKey: string } {
  return { idempotencyKey: randomUUID() };
}
