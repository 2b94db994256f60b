import { z } from 'zod';
import { apiKeyListSchema, createdApiKeySchema } from '../api-v3/api-key.ts';
import { SCOPES } from '../api-v3/scope.ts';
import { command, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';

/** As in `newApiKeySchema`. The controller checks it. */
const rights = z.object({
  scopes: z.array(z.enum(SCOPES)),
  printers: z.array(z.string()).optional(),
  expires: z.string().optional(),
});
export type ApiKeyRights = z.infer<typeof rights>;

/**
 * Extension: the API keys of a controller. A key can do what its scopes allow without any person, so creating and revoking one needs the permission to
 * manage people.
 */
export const apiKeysContract = {
  list: query(connectionInput, apiKeyListSchema),
  /** Returns the text of the key, which cannot be read again and is stored nowhere. */
  create: command('people', connectionInput.extend({ name: z.string(), rights }), createdApiKeySchema),
  revoke: command('people', connectionInput.extend({ name: z.string() }), z.object({})),
};
