import type { Certificate } from '#contract/station/certificates.ts';

/** Why a certificate is refused, for people. `expected` is the trusted fingerprint, `now` in milliseconds since the epoch. */
export function refusalReason(
  presented: Certificate,
  { url, expected, now }: { url: string; expected: string | undefined; now: number },
): string {
  const { fingerprint, validFrom, validTo, names } = presented;
  const validity = validityFault({ validFrom, validTo }, now);
  if (expected !== undefined && expected !== fingerprint) {
    return `The controller presents another certificate than the trusted one: expected ${expected}, got ${fingerprint}.${validity && ` The new one ${validity}.`}`;
  }
  if (validity !== '') return `The controller's certificate ${validity}: ${fingerprint}.`;
  if (expected !== undefined) return `The controller's certificate is trusted, but cannot be used for this connection: ${fingerprint}.`;
  const { hostname } = new URL(url);
  const hosts = names.length === 0 ? 'no host' : names.join(', ');
  const signer = presented.isSelfSigned ? 'is self-signed' : 'is not signed by a known authority';
  return `The controller's certificate ${signer}, or is not valid for ${hostname} (it is for ${hosts}). A person has to compare and trust it: ${fingerprint}.`;
}

/** Why the certificate is not valid now, as the end of a sentence; empty when it is. */
export function validityFault({ validFrom, validTo }: Pick<Certificate, 'validFrom' | 'validTo'>, now: number): string {
  if (now > validTo) return `expired on ${isoSeconds(validTo)}`;
  return now < validFrom ? `is not valid before ${isoSeconds(validFrom)}` : '';
}

function isoSeconds(moment: number): string {
  return new Date(moment).toISOString().replace(/\.\d+Z$/, 'Z');
}
