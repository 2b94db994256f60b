import { z } from 'zod';
import { shiftCodeListItemSchema, shiftCodeSchema } from '../api-v3/shift-code.ts';
import { command, query } from './operation.ts';
import { onConnection } from './on-connection.ts';
import { overSeen } from './over-seen.ts';
import { renamingCommand } from './renaming.ts';

export const shiftCodesContract = {
  list: query(onConnection, z.array(shiftCodeListItemSchema)),
  get: query(onConnection.extend({ name: z.string() }), shiftCodeSchema),
  put: command(onConnection.extend({ name: z.string(), shiftCode: shiftCodeSchema, ...overSeen }), z.object({ created: z.boolean() })),
  remove: command(onConnection.extend({ name: z.string() }), z.object({})),
  rename: renamingCommand,
};
