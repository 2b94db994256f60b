import { z } from 'zod';
import { shiftCodeListItemSchema, shiftCodeSchema } from '../api-v3/shift-code.ts';
import { command, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';
import { expectedContent } from './expected-content.ts';
import { renamingCommand } from './renaming.ts';

export const shiftCodesContract = {
  list: query(connectionInput, z.array(shiftCodeListItemSchema)),
  get: query(connectionInput.extend({ name: z.string() }), shiftCodeSchema),
  put: command(
    'data',
    connectionInput.extend({ name: z.string(), shiftCode: shiftCodeSchema, ...expectedContent }),
    z.object({ created: z.boolean() }),
  ),
  remove: command('data', connectionInput.extend({ name: z.string() }), z.object({})),
  rename: renamingCommand('data'),
};
