import { z } from 'zod';
import { command } from './operation.ts';
import type { CommandAccess } from './permissions.ts';
import { connectionInput } from './operation-input.ts';

/** Extension: renames an item. Refused while a job or label uses the old name. */
export const renamingCommand = (access: CommandAccess) =>
  command(access, connectionInput.extend({ name: z.string(), newName: z.string() }), z.object({}));
