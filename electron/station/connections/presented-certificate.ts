import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import type { Certificate } from '#contract/station/certificates.ts';
import { nameLookups } from './name-lookups.ts';

/** The certificate that a server presents. */
export interface PresentedCertificate {
  certificate: Certificate;
  pem: string;
  /** Signed by a known authority, and valid for this host and time: no person has to compare it. */
  isKnown: boolean;
}

/** Reads the certificate that a server presents in the TLS handshake, without sending a request. Rejects when there is none within `limit` ms. */
export function readPresentedCertificate(
  url: string,
  { limit, signal }: { limit: number; signal?: AbortSignal | undefined },
): Promise<PresentedCertificate> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const { promise, resolve, reject } = Promise.withResolvers<PresentedCertificate>();
  const aborted = AbortSignal.any([AbortSignal.timeout(limit), ...(signal ? [signal] : [])]);
  // Unverified on purpose: the socket is closed right after the handshake, before any data is exchanged.
  const target = { host, port: Number(port || 443), lookup: nameLookups.lookup, ...(isIP(host) === 0 && { servername: host }) };
  const socket = connect({ ...target, rejectUnauthorized: false });
  const abort = (): void => void socket.destroy(new Error('the server did not present a certificate in time'));
  aborted.addEventListener('abort', abort, { once: true });
  socket.once('secureConnect', () => {
    const certificate = presentedBy(socket);
    if (certificate) resolve(certificate);
    else reject(new Error('the server presented no certificate'));
    socket.destroy();
  });
  socket.once('error', reject);
  socket.once('close', () => {
    aborted.removeEventListener('abort', abort);
    reject(new Error('the connection was closed'));
  });
  return promise;
}

function describeCertificate(x509: X509Certificate): Certificate {
  const { fingerprint256, subject, issuer, subjectAltName, validFrom, validTo } = x509;
  return {
    ...{ fingerprint: fingerprint256, subject: oneLine(subject), issuer: oneLine(issuer), names: namesIn(subjectAltName) },
    isSelfSigned: x509.checkIssued(x509),
    ...{ validFrom: Date.parse(validFrom), validTo: Date.parse(validTo) },
  };
}

function presentedBy(socket: TLSSocket): PresentedCertificate | undefined {
  const x509 = socket.getPeerX509Certificate();
  return x509 && { certificate: describeCertificate(x509), pem: x509.toString(), isKnown: socket.authorized };
}

/** Joins the parts of a distinguished name, one per line in Node, and limits their length: they come from the server. */
function oneLine(name: string | undefined): string {
  return (name ?? '').split('\n').join(', ').slice(0, LONGEST_NAME);
}

function namesIn(subjectAltName: string | undefined): string[] {
  const names = (subjectAltName ?? '').split(', ').map((entry) => entry.replace(/^(DNS|IP Address):/, ''));
  return names
    .filter((name) => name !== '')
    .slice(0, MAX_NAMES)
    .map((name) => name.slice(0, LONGEST_NAME));
}

const LONGEST_NAME = 500;
const MAX_NAMES = 50;
