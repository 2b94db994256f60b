import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DebianContainer } from '#support/debian-container.ts';
import { makeCertificate } from '#support/make-certificate.ts';
import { documentedCommands } from './documented-commands.ts';
import { InstalledLine } from './installed-line.ts';
import { CONTAINER_PACKAGES } from './container-packages.ts';
import { makePackage } from './project-copy.ts';

/** Every shell command of the documents for those who install and operate Strobe, run as root where the package is installed, in the order of the documents. */

const LONG = 600_000;
const missing = DebianContainer.missing();
const commands = documentedCommands('install.md', 'keys.md', 'backup.md', 'network.md');

describe.skipIf(missing !== undefined)(`the documented commands${missing === undefined ? '' : ` (${missing})`}`, () => {
  let container: DebianContainer;

  beforeAll(async () => {
    const file = makePackage();
    container = DebianContainer.create(CONTAINER_PACKAGES);
    await container.boot();
    container.addFile(file, `/root/${basename(file)}`);
    const { cert, key } = makeCertificate();
    container.write('/root/cert.pem', cert);
    container.write('/root/key.pem', key);
    await container.output('mkdir', '--parents', '/media/stick');
  }, LONG);

  afterAll(async () => {
    await container.remove();
  }, LONG);

  it.each(commands)('$place', { timeout: LONG }, async ({ text }) => {
    const script = `cd /root; export api=http://127.0.0.1:7311/api/v3\n${text}`;
    expect(await container.run('bash', '-euo', 'pipefail', '-c', script)).toMatchObject({ code: 0 });
    if (text.includes('strobe-controller') || text.includes('apt install')) await new InstalledLine(container).isReady();
  });
});
