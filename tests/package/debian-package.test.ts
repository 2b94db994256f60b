import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KETCHUP_LABEL } from '#support/ketchup-label.ts';
import { DebianContainer } from '#support/debian-container.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { CONTAINER_PACKAGES } from './container-packages.ts';
import { InstalledLine } from './installed-line.ts';
import { makePackage, ProjectCopy } from './project-copy.ts';
import { breakController, SignedPackages } from './signed-packages.ts';

/** The Debian package in a Debian of its own with systemd. The tests follow a line PC from its installation to the removal, each from the state before. */

const NEXT_VERSION = '99.0.0';
const BROKEN_VERSION = '99.1.0';
/** What the package may take, in bytes: the copy that is sent, and what it fills on the disk of a line PC. */
const BUDGET = { compressed: 60_000_000, installed: 190_000_000 };
const LONG = 600_000;

const missing = DebianContainer.missing();

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
const sumsOfFiles = (file: string): string[] => lines(execFileSync('dpkg-deb', ['--info', file, 'md5sums'], { encoding: 'utf8' }));
const lines = (text: string): string[] => text.split('\n').filter(Boolean);

describe.skipIf(missing !== undefined)(`the Debian package${missing === undefined ? '' : ` (${missing})`}`, () => {
  let copy: ProjectCopy;
  let container: DebianContainer;
  let line: InstalledLine;
  let file: string;
  let builtElsewhere: string;
  let next: string;
  let broken: string;
  const signed = new SignedPackages();

  beforeAll(async () => {
    file = makePackage();
    copy = new ProjectCopy('package-copy');
    builtElsewhere = copy.makePackage();
    copy.setVersion(NEXT_VERSION);
    next = copy.makePackage();
    copy.setVersion(BROKEN_VERSION);
    breakController(copy.folder);
    broken = copy.makePackage();
    for (const each of [file, next, broken]) await signed.sign(each);
    container = DebianContainer.create(CONTAINER_PACKAGES);
    await container.boot();
    line = new InstalledLine(container);
  }, LONG);

  afterAll(async () => {
    await container.remove();
    copy.remove();
    signed.remove();
  }, LONG);

  it('has the same bytes when it is built in another folder', () => {
    expect(sumsOfFiles(builtElsewhere)).toEqual(sumsOfFiles(file));
    expect(sha256(builtElsewhere)).toBe(sha256(file));
  });

  it('is without errors for lintian', { timeout: LONG }, () => {
    expect(
      lines(execFileSync('lintian', ['--allow-root', '--fail-on=none', file], { encoding: 'utf8' })).filter((text) =>
        text.startsWith('E:'),
      ),
    ).toEqual([]);
  });

  it('keeps to its budget of size', () => {
    const kibibytes = Number(execFileSync('dpkg-deb', ['--field', file, 'Installed-Size'], { encoding: 'utf8' }));
    expect([statSync(file).size <= BUDGET.compressed, kibibytes * 1024 <= BUDGET.installed]).toEqual([true, true]);
  });

  it('is installed by apt without a question, and its services are ready', { timeout: LONG }, async () => {
    await line.install(file);
    expect(await line.states('strobe-controller', 'strobe-station')).toEqual(['active', 'active']);
    expect(await line.version()).toBe(packageJson.version);
  });

  it('has units that systemd accepts and that are closed against the rest of the computer', async () => {
    const units = ['strobe-controller', 'strobe-station'].map((name) => `${name}.service`);
    expect(await container.output('systemd-analyze', 'verify', ...units)).toBe('');
    const scores = await Promise.all(units.map((unit) => line.securityScore(unit)));
    expect(scores.every((score) => score <= 2)).toBe(true);
  });

  it('explains itself: command, manual and completion', async () => {
    expect(await container.output('strobe', 'version')).toBe(`strobe ${packageJson.version}\n`);
    expect(await container.output('man', '--where', 'strobe')).toContain('strobe.1');
    const complete =
      'source /usr/share/bash-completion/completions/strobe; COMP_WORDS=(strobe ke); COMP_CWORD=1; _strobe; echo "${COMPREPLY[@]}"';
    expect(await container.output('bash', '-c', complete)).toBe('keys\n');
  });

  it('does the main job over HTTP', { timeout: LONG }, async () => {
    await line.prepare(KETCHUP_LABEL);
    await line.print(2);
    expect(await line.serials()).toEqual([1, 2]);
  });

  it('keeps the rights of its account when root makes a key and a backup', async () => {
    expect(await container.output('strobe', 'keys', 'add', 'MES', '--scopes', 'read,print')).toMatch(/^strobe_/);
    expect(await container.output('strobe', 'backup', '--to', '/root/monday.strobe-backup')).toContain('/root/monday.strobe-backup');
    expect((await container.output('stat', '--format=%U', '/root/monday.strobe-backup')).trim()).toBe('root');
    expect(await container.output('find', '/var/lib/strobe', '!', '-user', 'strobe')).toBe('');
  });

  it('starts a controller again that was killed, and one that hangs', { timeout: LONG }, async () => {
    await line.killController('KILL');
    await line.isReady();
    await line.killController('STOP');
    await line.isReady();
    await line.print(1);
    expect(await line.serials()).toEqual([1, 2, 3]);
  });

  it('shows the page on a screen, and again after the browser and the page in it crashed', { timeout: LONG }, async () => {
    await line.openKiosk();
    await line.pageIsOpen();
    await line.killKiosk('/usr/lib/chromium/chromium .*--kiosk');
    await line.pageIsOpen();
    await line.killKiosk('type=renderer');
    await line.pageIsOpen();
  });

  it('is ready to print after a power cut without a person', { timeout: LONG }, async () => {
    await container.cutPower();
    await container.boot();
    await line.isReady();
    await line.print(1);
    await line.pageIsOpen();
    expect(await line.serials()).toEqual([1, 2, 3, 4]);
  });

  it('keeps a job and its serials over an upgrade and the way back', { timeout: LONG }, async () => {
    await line.install(next);
    await line.isReady();
    expect(await line.version()).toBe(NEXT_VERSION);
    await line.print(1);
    await line.install(file);
    await line.isReady();
    expect(await line.version()).toBe(packageJson.version);
    await line.print(1);
    expect(await line.serials()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('is updated by a signed package, and goes back by itself from one that does not start', { timeout: LONG }, async () => {
    signed.trustedBy(container);
    expect(await line.update(next)).toBe('done');
    expect(await line.version()).toBe(NEXT_VERSION);
    await line.print(1);
    expect(await line.update(broken)).toBe('rolled-back');
    await line.isReady();
    expect(await line.version()).toBe(NEXT_VERSION);
    await line.print(1);
    expect(await line.serials()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('completes an update by itself that a power cut has interrupted', { timeout: LONG }, async () => {
    await line.askForUpdate(file, '--allow-older');
    await line.updateReaches('installing');
    await container.cutPower();
    await container.boot();
    expect(await line.updateReaches('done')).toMatchObject({ to: packageJson.version });
    expect((await container.run('dpkg', '--audit')).stdout).toBe('');
    await line.isReady();
    expect(await line.version()).toBe(packageJson.version);
    await line.print(1);
    expect(await line.serials()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('refuses a package that was changed after it was signed', async () => {
    container.write(`/root/${basename(next)}.sig`, readFileSync(`${broken}.sig`, 'utf8'));
    const refused = await container.run('strobe', 'update', 'check', `/root/${basename(next)}`);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/^strobe update: .*sign/)]);
  });

  it('keeps the data when it is removed and purged, says how to delete them, and finds them again', { timeout: LONG }, async () => {
    await container.output('apt-get', 'remove', '--yes', 'strobe');
    expect(await container.run('test', '-e', '/usr/lib/strobe')).toMatchObject({ code: 1 });
    const said = await container.output('apt-get', 'purge', '--yes', 'strobe');
    expect(said).toContain('rm -rf /var/lib/strobe');
    expect(await container.run('test', '-e', '/etc/default/strobe')).toMatchObject({ code: 1 });
    await line.install(file);
    await line.isReady();
    await line.print(1);
    expect(await line.serials()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
