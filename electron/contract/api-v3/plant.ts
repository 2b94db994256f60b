import { z } from 'zod';
import { httpAddressFault, isPlainTextToOthers } from './http-address.ts';

const MAX_URL = 2_000;
const trueOrFalse = z.boolean('must be true or false');
const text = z.string('must be a text');
/** The name of a site, line or tag, as a report to the plant can have it. */
const shortText = text.max(100, 'must have at most 100 characters');
const MAX_TAGS = 20;

/** The address of a plant: requests are sent to paths below it. Empty while none is set. */
const urlSchema = text.max(MAX_URL, `must have at most ${MAX_URL} characters`).superRefine((url, context) => {
  if (url === '') return;
  const fault = httpAddressFault(url) ?? (url.includes('?') ? 'must not contain a ?' : undefined);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
});

/** The plant to whose archive the controller sends its prints (extension). PUT replaces all of it. Off by default. */
export const plantSettingsSchema = z
  .strictObject({
    isEnabled: trueOrFalse.default(false),
    url: urlSchema.default(''),
    /** Whether `http://` may lead to another machine, where everyone on the way can read the prints and the key. */
    isPlainTextAllowed: trueOrFalse.default(false),
    /** A key of the plant with the scope `report`. Written only: it is read as null. Null removes it; left out, or with `keySet`, it stays while the plant is the same. */
    key: text
      .min(1, 'must not be empty')
      .max(1_000, 'must have at most 1 000 characters')
      .regex(/^[\x21-\x7e]*$/, 'must have only letters, digits and punctuation')
      .nullable()
      .optional(),
    /** Whether a key is stored. In a PUT, `true` with a key of null keeps it, so that what was read can be written again. */
    keySet: trueOrFalse.optional(),
    /** PEM certificates of authorities that sign the plant's certificate, in addition to the public ones. */
    authorities: text.max(100_000, 'must have at most 100 000 characters').default(''),
    /** The name under which the plant shows this controller; empty for the name of the computer. */
    name: text.max(255, 'must have at most 255 characters').default(''),
    site: shortText.default(''),
    line: shortText.default(''),
    tags: z.array(shortText).max(MAX_TAGS, `must have at most ${MAX_TAGS} tags`).default([]),
  })
  .superRefine(({ isEnabled, url, isPlainTextAllowed }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['url'], message });
    if (isEnabled && url === '') refuse('must not be empty');
    if (isPlainTextToOthers(url) && !isPlainTextAllowed) refuse('must begin with https://, unless isPlainTextAllowed is true');
  });
export type PlantSettings = z.output<typeof plantSettingsSchema>;

/** `connecting`: there was no answer yet. `backing-off`: the last attempt failed, and the next one is due soon. */
export const PLANT_PHASES = ['off', 'connecting', 'connected', 'backing-off'] as const;
export type PlantPhase = (typeof PLANT_PHASES)[number];

/** The connection to the plant, and the prints that its archive has. Times are ISO 8601. */
export const plantStateSchema = z.object({
  phase: z.enum(PLANT_PHASES),
  /** Why it is not connected, as a sentence. */
  reason: z.string().optional(),
  /** Prints that the archive does not have yet, or whose result has changed since. */
  waiting: z.number().int(),
  /** Prints that the archive has taken since the plant was set up. */
  archived: z.number().int(),
  /** Prints that the plant refuses because of their content. They are tried again when the controller starts, and when the settings are saved. */
  refused: z.number().int(),
  /** The newest of them. */
  refusals: z.array(z.object({ print: z.number().int(), at: z.string(), reason: z.string() })),
  lastSuccess: z.string().optional(),
  lastFailure: z.string().optional(),
  /** Why the last attempt failed, as a sentence. It stays after a success. */
  lastError: z.string().optional(),
});
export type PlantState = z.infer<typeof plantStateSchema>;

/** What became of a report that was sent to try the settings. */
export const plantTestSchema = z.object({
  isAccepted: z.boolean(),
  /** Why not, as a sentence. */
  reason: z.string().optional(),
});
export type PlantTest = z.infer<typeof plantTestSchema>;
