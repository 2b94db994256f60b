import { z } from 'zod';
import { command } from './operation.ts';
import { onConnection } from './on-connection.ts';

/** Gives something another name (extension). Refused while a job or a label says the old one. */
export const renamingCommand = command(onConnection.extend({ name: z.string(), newName: z.string() }), z.object({}));
