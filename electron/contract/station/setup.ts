import { z } from 'zod';
import { command, query } from './operation.ts';

/** The file name of a set-up file. */
export const setupNameSchema = z
  .string()
  .max(120)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*\.strobe-setup$/, 'must be letters, digits, dots, dashes and underscores, and end with .strobe-setup');

/** The media type of a set-up file. */
export const SETUP_MEDIA_TYPE = 'application/vnd.strobe.setup';

/** Fewer characters could be guessed by a program that tries them one after the other. */
export const MIN_PASSPHRASE = 12;

/** Encrypts a set-up file. It cannot be recovered. */
export const passphraseSchema = z.string().min(MIN_PASSPHRASE, `must have at least ${MIN_PASSPHRASE} characters`).max(1_000);

/** What a set-up file says about itself without its passphrase. Its signature was checked. */
export const setupFileSchema = z.object({
  name: setupNameSchema,
  /** The computer that it was made on. */
  computer: z.string(),
  /** When it was made, milliseconds since the epoch. */
  made: z.number(),
  /** In bytes. */
  size: z.number().int(),
  /** The version of Strobe that made it. */
  version: z.string(),
  /** SHA-256 of the key that signed it, in hexadecimal: the one that signs the audit log of that station. */
  fingerprint: z.string(),
});
export type SetupFile = z.infer<typeof setupFileSchema>;

export const setupContract = {
  /** Whether this station has a data folder, a controller of its own, and prints of it: what an import would replace. */
  get: query(z.object({}), z.object({ isKept: z.boolean(), hasController: z.boolean(), hasPrints: z.boolean() })),
  /** Makes a set-up file, which `setupFileUrl` gives. It replaces the one that was made before. */
  export: command('people', z.object({ passphrase: passphraseSchema }), z.object({ file: setupFileSchema })),
  /** Reads a file that was sent to `setupFileUrl`. */
  inspect: query(z.object({ name: setupNameSchema }), z.object({ file: setupFileSchema })),
  /**
   * Checks a file and its passphrase, and starts station and controller again with its content. `isReplacing` must be true for a station whose controller has
   * printed.
   */
  import: command('people', z.object({ name: setupNameSchema, passphrase: z.string().max(1_000), isReplacing: z.boolean() }), z.object({})),
};
