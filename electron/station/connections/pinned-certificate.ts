import { X509Certificate } from 'node:crypto';
import type { SecureContextOptions, ConnectionOptions } from 'node:tls';

/** A certificate that a person trusts at one address. No other one is accepted there, not even one that it has signed. */
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

  /** TLS options of the connection's sockets. Sessions are not resumed: every socket verifies the certificate and its validity. */
  options(): SecureContextOptions & Pick<ConnectionOptions, 'checkServerIdentity'> & { maxCachedSessions: number } {
    return {
      ca: this.pem,
      allowPartialTrustChain: true,
      maxCachedSessions: 0,
      checkServerIdentity: (_host, { fingerprint256 }) => (fingerprint256 === this.fingerprint ? undefined : new NotPinnedError()),
    };
  }
}

/** The server presents a certificate that the trusted one has signed. */
class NotPinnedError extends Error {
  readonly code = NOT_PINNED;

  constructor() {
    super('the certificate is not the trusted one');
  }
}

const NOT_PINNED = 'ERR_STROBE_NOT_PINNED';

/** Error codes of OpenSSL (`X509_V_ERR_*`) and Node for a certificate that fails verification. */
const FAULTS: ReadonlySet<string> = new Set([
  ...[NOT_PINNED, 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_TLS_CERT_ALTNAME_FORMAT', 'HOSTNAME_MISMATCH'],
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY'],
  ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERROR_IN_CERT_NOT_BEFORE_FIELD', 'ERROR_IN_CERT_NOT_AFTER_FIELD'],
  ...['CERT_UNTRUSTED', 'CERT_REJECTED', 'CERT_REVOKED', 'CERT_SIGNATURE_FAILURE', 'CERT_CHAIN_TOO_LONG'],
  ...['INVALID_CA', 'INVALID_PURPOSE', 'PATH_LENGTH_EXCEEDED', 'UNABLE_TO_DECRYPT_CERT_SIGNATURE'],
]);

/** Whether an error code means that the server's certificate failed verification. */
export function isCertificateFault(code: string): boolean {
  return FAULTS.has(code);
}
