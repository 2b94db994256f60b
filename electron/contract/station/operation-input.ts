import { z } from 'zod';

/** Input of operations on a controller: the id of its connection. */
export const connectionInput = z.object({ connection: z.string() });

/** Sent as the Idempotency-Key header: a command that is sent twice has one effect. */
export const idempotencyInput = { idempotencyKey: z.uuid() };

/** Input of operations on a printer. */
export const printerInput = connectionInput.extend({ printer: z.string() });
