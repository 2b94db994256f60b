import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

/** Whether a certificate is for a host name or an address. `checkIP` of a name that is no address throws. */
export function coversName(certificate: X509Certificate, name: string): boolean {
  return (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined;
}
