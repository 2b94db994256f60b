import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** Files of a self-signed certificate for this machine, made by OpenSSL, with a name of its own. */
export function makeCertificate(commonName: string): { cert: string; key: string } {
  const folder = temporaryFolder();
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-keyout', key, '-out', cert];
  const named = ['-subj', `/CN=${commonName}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...made, ...named], { stdio: 'ignore' });
  return { cert, key };
}
