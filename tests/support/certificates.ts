import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './temporary-folder.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/certificates', import.meta.url));

/** The files of a self-signed certificate for this machine, in a temporary folder of the test. It is valid for a hundred years, and for tests only. */
export function aCertificate(commonName: 'first' | 'second'): { cert: string; key: string } {
  const folder = temporaryFolder();
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  for (const part of ['cert', 'key'] as const) copyFileSync(join(FIXTURES, `${commonName}.${part}.pem`), files[part]);
  return files;
}
