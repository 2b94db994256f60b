import { z } from 'zod';

/** SHA-256 of a certificate, as programs show it to people: pairs of digits with colons. */
export const fingerprintSchema = z.string().regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/, 'must be a SHA-256 fingerprint');

/** The certificate that a controller shows, for a person who compares it. */
export const certificateSchema = z.object({
  fingerprint: fingerprintSchema,
  /** Whom it names, and who vouches for that; what it does not say is empty. */
  subject: z.string(),
  issuer: z.string(),
  isSelfSigned: z.boolean(),
  /** The hosts that it is for. */
  names: z.array(z.string()),
  /** From when and until when it holds, milliseconds since the epoch. */
  validFrom: z.number(),
  validTo: z.number(),
});
export type Certificate = z.infer<typeof certificateSchema>;
