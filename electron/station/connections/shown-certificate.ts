import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import type { Certificate } from '#contract/station/certificates.ts';
import { nameLookups } from './name-lookups.ts';

/** A certificate as it was shown, and what a connection needs to hold to it. */
export interface ShownCertificate {
  certificate: Certificate;
  pem: string;
  /** A known authority vouches for it, at this address and now: nobody has to compare it. */
  isKnown: boolean;
}

/**
 * Looks which certificate is shown at an address. Nothing is sent to whoever shows it, and nothing that they say is taken: trust is another
 * matter. Rejects when there is none in time.
 */
export function lookAtCertificate(
  url: string,
  { limit, signal }: { limit: number; signal?: AbortSignal | undefined },
): Promise<ShownCertificate> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const { promise, resolve, reject } = Promise.withResolvers<ShownCertificate>();
  const ending = AbortSignal.any([AbortSignal.timeout(limit), ...(signal ? [signal] : [])]);
  // The handshake alone tells the certificate, whoever vouches for it; the socket ends before anything travels on it.
  const asked = { host, port: Number(port || 443), lookup: nameLookups.lookup, ...(isIP(host) === 0 && { servername: host }) };
  const socket = connect({ ...asked, rejectUnauthorized: false });
  const end = (): void => void socket.destroy(new Error('no certificate in time'));
  ending.addEventListener('abort', end, { once: true });
  socket.once('secureConnect', () => {
    const shown = shownBy(socket);
    if (shown) resolve(shown);
    else reject(new Error('no certificate is shown'));
    socket.destroy();
  });
  socket.once('error', reject);
  socket.once('close', () => {
    ending.removeEventListener('abort', end);
    reject(new Error('the connection was cut'));
  });
  return promise;
}

/** What people compare of a certificate. */
function describeCertificate(x509: X509Certificate): Certificate {
  const { fingerprint256, subject, issuer, subjectAltName, validFrom, validTo } = x509;
  return {
    ...{ fingerprint: fingerprint256, subject: oneLine(subject), issuer: oneLine(issuer), names: namesIn(subjectAltName) },
    isSelfSigned: x509.checkIssued(x509),
    ...{ validFrom: Date.parse(validFrom), validTo: Date.parse(validTo) },
  };
}

function shownBy(socket: TLSSocket): ShownCertificate | undefined {
  const x509 = socket.getPeerX509Certificate();
  return x509 && { certificate: describeCertificate(x509), pem: x509.toString(), isKnown: socket.authorized };
}

/** Of the parts of a name, each on a line of its own. Who made the certificate wrote them: they are kept short. */
function oneLine(name: string | undefined): string {
  return (name ?? '').split('\n').join(', ').slice(0, LONGEST_NAME);
}

function namesIn(subjectAltName: string | undefined): string[] {
  const names = (subjectAltName ?? '').split(', ').map((entry) => entry.replace(/^(DNS|IP Address):/, ''));
  return names
    .filter((name) => name !== '')
    .slice(0, MOST_NAMES)
    .map((name) => name.slice(0, LONGEST_NAME));
}

const LONGEST_NAME = 500;
const MOST_NAMES = 50;
