import { z } from 'zod';

/** Input of every operation that concerns one controller: the identifier of its connection. */
export const onConnection = z.object({ connection: z.string() });

/** Travels as the Idempotency-Key: a tap that is sent twice has one effect. */
export const once = { idempotencyKey: z.uuid() };

/** Input of every operation that concerns one printer. */
export const onPrinter = onConnection.extend({ printer: z.string() });
