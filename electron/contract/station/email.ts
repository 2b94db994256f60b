import { z } from 'zod';
import { emailSettingsSchema, emailStateSchema, emailTestRequestSchema, emailTestSchema } from '../api-v3/email.ts';
import { command, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';

/** Extension: the e-mails of a controller about its events. */
export const emailContract = {
  get: query(connectionInput, emailSettingsSchema),
  state: query(connectionInput, emailStateSchema),
  put: command('configure', connectionInput.extend({ settings: emailSettingsSchema }), z.object({})),
  /** Sends a test e-mail with the stored settings. */
  test: command('configure', connectionInput.extend(emailTestRequestSchema.shape), emailTestSchema),
  /** An alarm of the state is not escalated any more. */
  acknowledge: command('report', connectionInput.extend({ alarm: z.string() }), z.object({})),
};
