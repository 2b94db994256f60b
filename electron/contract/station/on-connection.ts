import { z } from 'zod';

/** Input of every operation that concerns one controller: the identifier of its connection. */
export const onConnection = z.object({ connection: z.string() });

/** Input of every operation that concerns one printer. */
export const onPrinter = onConnection.extend({ printer: z.string() });
