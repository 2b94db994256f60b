import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DebianContainer } from '#support/debian-container.ts';
import { CONTAINER_PACKAGES } from './container-packages.ts';
import { documentedCommands, type DocumentedCommands } from './documented-commands.ts';
import { InstalledLine } from './installed-line.ts';
import { makePackage, ProjectCopy } from './project-copy.ts';
import { SignedPackages } from './signed-packages.ts';

/** Every shell command of the documents for those who install and operate Strobe, run as root where the package is installed, in the order of the documents. */

const LONG = 600_000;
/** The one in the document about updates. */
const NEXT_VERSION = '1.4.0';
const missing = DebianContainer.missing();
const documented = documentedCommands('install.md', 'keys.md', 'backup.md', 'update.md', 'network.md');
const isRemoval = ({ text }: DocumentedCommands): boolean => text.startsWith('apt remove');
// The others need what it removes.
const commands = [...documented.filter((block) => !isRemoval(block)), ...documented.filter(isRemoval)];

describe.skipIf(missing !== undefined)(`the documented commands${missing === undefined ? '' : ` (${missing})`}`, () => {
  let container: DebianContainer;
  let line: InstalledLine;
  const signed = new SignedPackages();

  beforeAll(async () => {
    const file = makePackage();
    container = DebianContainer.create(CONTAINER_PACKAGES);
    await container.boot();
    line = new InstalledLine(container);
    container.addFile(file, `/root/${basename(file)}`);
    await container.output('mkdir', '--parents', '/media/stick');
    await addUpdate();
  }, LONG);

  afterAll(async () => {
    await container.remove();
    signed.remove();
  }, LONG);

  /** A stick with the next version, signed with a key that the computer trusts. */
  async function addUpdate(): Promise<void> {
    const copy = new ProjectCopy('next-version');
    copy.setVersion(NEXT_VERSION);
    const next = copy.makePackage();
    await signed.sign(next);
    for (const file of [next, `${next}.sig`]) container.addFile(file, `/media/stick/${basename(file)}`);
    copy.remove();
    signed.trustedBy(container);
  }

  it.each(commands)('$place', { timeout: LONG }, async ({ text }) => {
    const script = `cd /root; export api=http://127.0.0.1:7311/api/v3\n${text}`;
    // Throws with what the commands wrote when one of them fails.
    expect(typeof (await container.output('bash', '--norc', '-euo', 'pipefail', '-c', script))).toBe('string');
    await line.settle();
  });
});
