import type { Certificate } from '#contract/station/certificates.ts';

/** Why a certificate is refused, in words that a person can act upon. */
export function reasonToRefuse(
  shown: Certificate,
  { url, expected, now }: { url: string; expected: string | undefined; now: number },
): string {
  const { fingerprint, validFrom, validTo, names } = shown;
  const time = timeFault({ validFrom, validTo }, now);
  if (expected !== undefined && expected !== fingerprint) {
    return `It shows another certificate than the one that is trusted: ${expected} was expected, and ${fingerprint} came.${time && ` That one ${time}.`}`;
  }
  if (time !== '') return `Its certificate ${time}: ${fingerprint}.`;
  if (expected !== undefined) return `Its certificate is trusted, and cannot be used for this connection all the same: ${fingerprint}.`;
  const { hostname } = new URL(url);
  const isFor = names.length === 0 ? 'no host' : names.join(', ');
  const whose = shown.isSelfSigned ? 'It has signed its certificate itself' : 'No authority that is known here vouches for its certificate';
  return `${whose}, or the certificate is not for ${hostname} (it is for ${isFor}). A person has to compare and trust it: ${fingerprint}.`;
}

/** What is wrong with its time; empty when nothing is. */
export function timeFault({ validFrom, validTo }: Pick<Certificate, 'validFrom' | 'validTo'>, now: number): string {
  if (now > validTo) return `expired on ${dayOf(validTo)}`;
  return now < validFrom ? `is not valid before ${dayOf(validFrom)}` : '';
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().replace(/\.\d+Z$/, 'Z');
}
