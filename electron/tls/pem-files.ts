import { join } from 'node:path';
import type { CertificateFiles } from './certificate.ts';

/** The servers that get a certificate: that of the page, and the controller. The words are the names of their files. */
export type CertifiedServer = 'server' | 'controller';

/** The files of a certificate and its key in the folder of an authority. */
export function pemFilesIn(folder: string, name: 'authority' | CertifiedServer): CertificateFiles {
  return { cert: join(folder, `${name}.pem`), key: join(folder, `${name}-key.pem`) };
}
