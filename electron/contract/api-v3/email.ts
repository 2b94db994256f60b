import { z } from 'zod';
import { nameSchema, newNameSchema } from './name.ts';
import { ALARM_ENDS, RECORDED_KINDS, recordedEventSchema, recordedKindSchema, type RecordedKind } from './recorded-event.ts';
import { TEXT_LANGUAGES } from './text-language.ts';

const MAX_RULES = 50;
const MAX_NAMES = 1_000;
const trueOrFalse = z.boolean('must be true or false');
const text = z.string('must be a text');
const credential = text.max(1_000, 'must have at most 1 000 characters').regex(/^\P{Cc}*$/u, 'must not contain a control character');

/** The priorities of alarms, the lowest first. */
export const EMAIL_PRIORITIES = ['low', 'medium', 'high', 'critical'] as const;
export type EmailPriority = (typeof EMAIL_PRIORITIES)[number];

const PRIORITIES: Partial<Record<RecordedKind, EmailPriority>> = {
  'disk.unwritable': 'critical',
  'line.stopped': 'high',
  'printer.error-began': 'high',
  'clock.untrusted': 'high',
  'device.lost': 'medium',
};

/** How important an event is. */
export function priorityOf(kind: RecordedKind): EmailPriority {
  return PRIORITIES[kind] ?? 'low';
}

/** The kinds that a rule can name: the end of an alarm belongs to its beginning. */
export const EMAIL_KINDS = RECORDED_KINDS.filter((kind) => !(ALARM_ENDS as readonly string[]).includes(kind));

/** An address without a display name. */
const addressSchema = text
  .max(254, 'must have at most 254 characters')
  .regex(/^[^\s@<>",;:\\()[\]]+@[^\s@<>",;:\\()[\]]+$/u, 'must be an e-mail address');
const addressesSchema = z.array(addressSchema).max(50, 'must have at most 50 addresses');
const minuteSchema = text.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 06:00');

/** A span of each day in the time zone of the controller, such as 22:00 to 06:00. Without `days` on every day; 1 is Monday, and a span over midnight belongs to the day on which it begins. */
export const daySpanSchema = z
  .strictObject({
    from: minuteSchema,
    to: minuteSchema,
    days: z.array(z.number('must be a number').int().min(1, 'must be from 1 to 7').max(7, 'must be from 1 to 7')).max(7).default([]),
  })
  .refine(({ from, to }) => from !== to, 'must not begin and end at the same time');
export type DaySpan = z.output<typeof daySpanSchema>;

/** In which language an e-mail is written. What only a device or its system says stays as it is. */
const languageSchema = z.enum(TEXT_LANGUAGES, `must be one of ${TEXT_LANGUAGES.join(', ')}`).default('en');

function minutes(least: number, most: number) {
  return z
    .number('must be a number')
    .int('must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`);
}

/** Which events are sent to whom. */
export const emailRuleSchema = z.strictObject({
  name: newNameSchema,
  isEnabled: trueOrFalse.default(true),
  to: addressesSchema.min(1, 'must have an address'),
  language: languageSchema,
  /** Empty: all kinds that begin an alarm. */
  kinds: z
    .array(recordedKindSchema.refine((kind) => EMAIL_KINDS.includes(kind), 'belongs to the event that begins the alarm'))
    .max(100, 'must have at most 100 kinds')
    .default([]),
  leastPriority: z.enum(EMAIL_PRIORITIES, `must be one of ${EMAIL_PRIORITIES.join(', ')}`).default('low'),
  /** Events of these printers and lines, and those that concern neither. Empty: all. */
  printers: z.array(nameSchema).max(MAX_NAMES, `must have at most ${MAX_NAMES} printers`).default([]),
  lines: z.array(nameSchema).max(MAX_NAMES, `must have at most ${MAX_NAMES} lines`).default([]),
  /** Only what happens in this span; null: always. */
  hours: daySpanSchema.nullable().default(null),
  /** What is not critical waits until the end of this span; null: never. */
  quietHours: daySpanSchema.nullable().default(null),
  /** Minutes for which events are collected for one e-mail, from the first one on. */
  groupMinutes: minutes(0, 120).default(1),
  /** Whether the end of an alarm is sent too. */
  isEndSent: trueOrFalse.default(true),
  /** Other addresses that are told when an alarm is not acknowledged and has not ended after so many minutes; null: none. */
  escalation: z
    .strictObject({ minutes: minutes(1, 1_440), to: addressesSchema.min(1, 'must have an address') })
    .nullable()
    .default(null),
});
export type EmailRule = z.output<typeof emailRuleSchema>;

/** How the server is reached: STARTTLS and TLS are refused without a trusted certificate; `none` is not encrypted. */
export const EMAIL_SECURITY = ['starttls', 'tls', 'none'] as const;

/** E-mails about events (extension). PUT replaces all of it. Off by default. */
export const emailSettingsSchema = z
  .strictObject({
    isEnabled: trueOrFalse.default(false),
    host: text
      .max(255, 'must have at most 255 characters')
      .regex(/^[^\s/@]*$/, 'must be a host name')
      .default(''),
    port: z
      .number('must be a number')
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(65_535, 'must be at most 65 535')
      .default(587),
    security: z.enum(EMAIL_SECURITY, `must be one of ${EMAIL_SECURITY.join(', ')}`).default('starttls'),
    user: credential.max(255, 'must have at most 255 characters').default(''),
    /** Written only: it is read as null. Null removes it; left out, or with `passwordSet`, it stays while the host is the same. */
    password: credential.min(1, 'must not be empty').nullable().optional(),
    /** Whether a password is stored. In a PUT, `true` with a password of null keeps it, so that what was read can be written again. */
    passwordSet: trueOrFalse.optional(),
    /** PEM certificates of authorities that sign the server's certificate, in addition to the public ones. */
    authorities: text.max(100_000, 'must have at most 100 000 characters').default(''),
    /** The address that the e-mails come from. */
    sender: z.union([z.literal(''), addressSchema]).default(''),
    rules: z.array(emailRuleSchema).max(MAX_RULES, `must have at most ${MAX_RULES} rules`).default([]),
  })
  .superRefine(({ isEnabled, host, sender, rules }, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (isEnabled && host === '') refuse(['host'], 'must not be empty');
    if (isEnabled && sender === '') refuse(['sender'], 'must not be empty');
    const names = rules.map(({ name }) => name);
    for (const [at, name] of names.entries()) if (names.indexOf(name) < at) refuse(['rules', at, 'name'], 'is named already');
  });
export type EmailSettings = z.output<typeof emailSettingsSchema>;

/** What is sent, and which alarms were sent. Times are ISO 8601. */
export const emailStateSchema = z.object({
  /** `backing-off`: the server did not take the last e-mail, and the next attempt is due soon. */
  phase: z.enum(['off', 'idle', 'backing-off']),
  /** Events that wait to be sent: collected, held back in quiet hours, or not taken by the server yet. */
  waiting: z.number().int(),
  lastSent: z.string().optional(),
  lastFailure: z.string().optional(),
  /** Why the last e-mail was not sent, as a sentence. */
  lastError: z.string().optional(),
  /** Alarms that were sent and have not ended. */
  alarms: z.array(
    z.object({
      alarm: z.string(),
      rule: z.string(),
      event: z.number().int(),
      /** The event that began it, while it is stored. */
      began: recordedEventSchema.optional(),
      since: z.string(),
      escalates: z.string().optional(),
      acknowledged: z.string().optional(),
      acknowledgedBy: z.string().optional(),
    }),
  ),
});
export type EmailState = z.infer<typeof emailStateSchema>;

/** Sends a test e-mail with the stored settings. */
export const emailTestRequestSchema = z.strictObject({ to: addressSchema, language: languageSchema });
export type EmailTestRequest = z.output<typeof emailTestRequestSchema>;

/** What became of a test e-mail. */
export const emailTestSchema = z.object({
  isSent: z.boolean(),
  /** Why not, as a sentence. */
  reason: z.string().optional(),
});
export type EmailTest = z.infer<typeof emailTestSchema>;
