import { z } from 'zod';
import { httpAddressFault, isPlainTextToOthers } from './http-address.ts';
import { nameSchema } from './name.ts';
import { recordedKindSchema } from './recorded-event.ts';

const MAX_URL = 2_000;
const trueOrFalse = z.boolean('must be true or false');
const text = z.string('must be a text');

/** The secret of Standard Webhooks: `whsec_` and the base64 of 24 to 64 bytes. */
const secretSchema = text.regex(
  /^whsec_(?=.{32,88}$)(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  'must be whsec_ and the base64 of 24 to 64 bytes',
);

/** A webhook (extension): recorded events are sent to an address, signed as Standard Webhooks has it. PUT replaces all of it. */
export const webhookSchema = z
  .strictObject({
    url: text.max(MAX_URL, `must have at most ${MAX_URL} characters`).superRefine((url, context) => {
      const fault = httpAddressFault(url);
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    }),
    isEnabled: trueOrFalse.default(true),
    /** Empty: all kinds. */
    kinds: z.array(recordedKindSchema).max(100, 'must have at most 100 kinds').default([]),
    /** Events of these printers, and those that concern no printer. Empty: all printers. */
    printers: z.array(nameSchema).max(1_000, 'must have at most 1 000 printers').default([]),
    /** Whether `prints.settled` has the record of every print, and not only the counts. */
    hasPrintRecords: trueOrFalse.default(false),
    /** Whether `http://` may lead to another machine, where everyone on the way can read the events. */
    isPlainTextAllowed: trueOrFalse.default(false),
    /** PEM certificates of authorities that sign the receiver's certificate, in addition to the public ones. */
    authorities: text.max(100_000, 'must have at most 100 000 characters').default(''),
    /** Written only: it is read as null. The former secret signs too for 24 hours after a change. */
    secret: secretSchema.nullable().optional(),
    /** Whether a secret is stored. In a PUT, `true` with a secret of null keeps it, so that what was read can be written again. */
    secretSet: trueOrFalse.optional(),
  })
  .superRefine(({ url, isPlainTextAllowed }, context) => {
    if (!isPlainTextToOthers(url) || isPlainTextAllowed) return;
    context.addIssue({ code: 'custom', path: ['url'], message: 'must begin with https://, unless isPlainTextAllowed is true' });
  });
export type Webhook = z.output<typeof webhookSchema>;

/** `ended`: the receiver answered 410, and nothing is sent before the webhook is saved again. `off`: not enabled, or in safe mode. */
export const WEBHOOK_PHASES = ['off', 'idle', 'sending', 'backing-off', 'ended'] as const;

/** What a webhook does. Times are ISO 8601. */
export const webhookStateSchema = z.object({
  phase: z.enum(WEBHOOK_PHASES),
  /** The number of the last event that was delivered, given up or not wanted. */
  through: z.number().int(),
  /** Events that are stored after it, of all kinds. */
  waiting: z.number().int(),
  delivered: z.number().int(),
  /** Events that were tried for three days, and are not sent any more. */
  givenUp: z.number().int(),
  /** Failed attempts to deliver the next event. */
  attempts: z.number().int(),
  nextAttempt: z.string().optional(),
  lastDelivery: z.string().optional(),
  lastFailure: z.string().optional(),
  /** Why the last attempt failed, as a sentence. */
  lastError: z.string().optional(),
});
export type WebhookState = z.infer<typeof webhookStateSchema>;

export const webhookListSchema = z.array(z.object({ name: z.string(), webhook: webhookSchema, state: webhookStateSchema }));
export type WebhookList = z.infer<typeof webhookListSchema>;

/** Sends the events after this number again. */
export const webhookReplaySchema = z.strictObject({
  after: z.number('must be a number').int('must be a whole number').min(0, 'must not be negative'),
});

/** What became of one test message. */
export const webhookTestSchema = z.object({
  isDelivered: z.boolean(),
  /** The HTTP status, if there was an answer. */
  status: z.number().int().optional(),
  /** Why it was not delivered, as a sentence. */
  reason: z.string().optional(),
});
export type WebhookTest = z.infer<typeof webhookTestSchema>;
