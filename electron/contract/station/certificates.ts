import { z } from 'zod';

/** SHA-256 of a certificate in upper-case hexadecimal, in pairs with colons. */
export const fingerprintSchema = z.string().regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/, 'must be a SHA-256 fingerprint');

/** The certificate that a controller presents, for a person to compare. */
export const certificateSchema = z.object({
  fingerprint: fingerprintSchema,
  /** Distinguished names; empty if the certificate has none. */
  subject: z.string(),
  issuer: z.string(),
  isSelfSigned: z.boolean(),
  /** Host names and addresses for which it is valid. */
  names: z.array(z.string()),
  /** Milliseconds since the epoch. */
  validFrom: z.number(),
  validTo: z.number(),
});
export type Certificate = z.infer<typeof certificateSchema>;
