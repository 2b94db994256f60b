import { X509Certificate } from 'node:crypto';
import type { SecureContextOptions, ConnectionOptions } from 'node:tls';

/** The certificate that a person trusts at one address: it alone is taken there, and nothing that it might have signed. */
export class PinnedCertificate {
  readonly pem: string;
  readonly fingerprint: string;
  readonly validTo: number;

  constructor(pem: string) {
    const { fingerprint256, validTo } = new X509Certificate(pem);
    this.pem = pem;
    this.fingerprint = fingerprint256;
    this.validTo = Date.parse(validTo);
  }

  /** For the sockets of its connection. Each proves itself anew, so that none outlives the certificate by a session that is taken up again. */
  options(): SecureContextOptions & Pick<ConnectionOptions, 'checkServerIdentity'> & { maxCachedSessions: number } {
    return {
      ca: this.pem,
      allowPartialTrustChain: true,
      maxCachedSessions: 0,
      checkServerIdentity: (_host, { fingerprint256 }) => (fingerprint256 === this.fingerprint ? undefined : new NotPinnedError()),
    };
  }
}

/** Another certificate than the one that is trusted, although that one vouches for it. */
class NotPinnedError extends Error {
  readonly code = NOT_PINNED;

  constructor() {
    super('another certificate than the one that is trusted');
  }
}

const NOT_PINNED = 'ERR_STROBE_NOT_PINNED';

/** What OpenSSL and Node call a certificate that is not to be taken. */
const FAULTS: ReadonlySet<string> = new Set([
  ...[NOT_PINNED, 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_TLS_CERT_ALTNAME_FORMAT', 'HOSTNAME_MISMATCH'],
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY'],
  ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERROR_IN_CERT_NOT_BEFORE_FIELD', 'ERROR_IN_CERT_NOT_AFTER_FIELD'],
  ...['CERT_UNTRUSTED', 'CERT_REJECTED', 'CERT_REVOKED', 'CERT_SIGNATURE_FAILURE', 'CERT_CHAIN_TOO_LONG'],
  ...['INVALID_CA', 'INVALID_PURPOSE', 'PATH_LENGTH_EXCEEDED', 'UNABLE_TO_DECRYPT_CERT_SIGNATURE'],
]);

/** Whether a failure says that somebody answers whose certificate is not to be taken. */
export function isCertificateFault(code: string): boolean {
  return FAULTS.has(code);
}
