import { z } from 'zod';
import { recordedEventsPageSchema, recordedKindSchema } from '../api-v3/recorded-event.ts';
import { webhookListSchema, webhookSchema, webhookTestSchema } from '../api-v3/webhook.ts';
import { command, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';

const nameInput = connectionInput.extend({ name: z.string() });
const webhookInput = nameInput.extend({ webhook: webhookSchema });
/** The new secret. It cannot be read again. */
const secretOutput = z.object({ secret: z.string() });
const eventNumber = z.number().int().min(0);

/** Extension: the webhooks of a controller. The station makes their secrets; the configuration of a webhook never has one. */
export const webhooksContract = {
  list: query(connectionInput, webhookListSchema),
  /** Stored events with a higher number than `after`, in their order; of all kinds if there are no `kinds`. */
  events: query(connectionInput.extend({ after: eventNumber, kinds: z.array(recordedKindSchema) }), recordedEventsPageSchema),
  add: command('configure', webhookInput, secretOutput),
  change: command('configure', webhookInput, z.object({})),
  rotateSecret: command('configure', nameInput, secretOutput),
  remove: command('configure', nameInput, z.object({})),
  test: command('configure', nameInput, webhookTestSchema),
  /** Sends the events after this number again. */
  replay: command('configure', nameInput.extend({ after: eventNumber }), z.object({})),
};
