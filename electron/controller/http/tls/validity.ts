import { X509Certificate } from 'node:crypto';

/** From when and until when a certificate holds, in milliseconds since the epoch. */
export interface Validity {
  from: number;
  to: number;
}

/** Of the first certificate of a PEM file, which is the server's own; who signed it stands behind. */
export function validityOf(pem: string): Validity {
  const { validFrom, validTo } = new X509Certificate(pem);
  return { from: Date.parse(validFrom), to: Date.parse(validTo) };
}

/** What is wrong with it at a moment, as the end of a sentence. */
export function faultOf({ from, to }: Validity, now: number): string | undefined {
  if (now > to) return `expired on ${momentOf(to)}`;
  return now < from ? `is not valid before ${momentOf(from)}` : undefined;
}

/** The moment for people, to the second. */
export function momentOf(moment: number): string {
  return new Date(moment).toISOString().replace(/\.\d+Z$/, 'Z');
}
