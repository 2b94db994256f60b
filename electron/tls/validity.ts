import { X509Certificate } from 'node:crypto';

/** The period in which a certificate is valid, in milliseconds since the epoch. */
export interface Validity {
  from: number;
  to: number;
}

/** The validity of the first certificate of a PEM file, which is the server's own; its issuers follow. */
export function validityOf(pem: string): Validity {
  const { validFrom, validTo } = new X509Certificate(pem);
  return { from: Date.parse(validFrom), to: Date.parse(validTo) };
}

/** What is wrong with a certificate at a time, as the end of a sentence; undefined when it is valid. */
export function faultOf({ from, to }: Validity, now: number): string | undefined {
  if (now > to) return `expired on ${momentOf(to)}`;
  return now < from ? `is not valid before ${momentOf(from)}` : undefined;
}

/** A time in ISO 8601, to the second. */
export function momentOf(moment: number): string {
  return new Date(moment).toISOString().replace(/\.\d+Z$/, 'Z');
}
