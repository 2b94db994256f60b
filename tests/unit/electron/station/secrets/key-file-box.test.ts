import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { KeyFileBox, SECRET_KEY_FILE } from '#station/secrets/key-file-box.ts';
import { Secrets } from '#station/secrets/secrets.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const NAME = 'connection-sealed-key:c-1';
const KEY = 'strobe_a-key-of-a-controller';
let file = '';
const secrets = (): Secrets => new Secrets([KeyFileBox.inFile(file)]);
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

beforeEach(() => {
  file = join(temporaryFolder(), SECRET_KEY_FILE);
});

describe('a secret with a key file', () => {
  it('is opened by the next run with the same file', async () => {
    const stored = await secrets().seal(NAME, KEY);
    expect(stored).toMatch(/^file:1:[\w-]{40,}$/);
    expect(Buffer.from(stored.slice(7), 'base64url').includes(KEY)).toBe(false);
    expect(await secrets().open(NAME, stored)).toBe(KEY);
  });

  it('is another text each time, so that equal keys are not seen to be equal', async () => {
    const own = secrets();
    expect(await own.seal(NAME, KEY)).not.toBe(await own.seal(NAME, KEY));
  });

  it('creates the file readable by its owner only, when the first secret is sealed', async () => {
    const own = secrets();
    expect(existsSync(file)).toBe(false);
    await own.seal(NAME, KEY);
    expect([modeOf(file), Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url').length]).toEqual(['600', 32]);
  });

  it('closes a file that others can read', async () => {
    const stored = await secrets().seal(NAME, KEY);
    chmodSync(file, 0o644);
    expect([await secrets().open(NAME, stored), modeOf(file)]).toEqual([KEY, '600']);
  });

  it('is not opened under the name of another setting', async () => {
    const stored = await secrets().seal(NAME, KEY);
    expect(await secrets().open('connection-sealed-key:c-2', stored)).toBeUndefined();
  });

  it('is not opened when a single bit was changed', async () => {
    const stored = await secrets().seal(NAME, KEY);
    const bytes = Buffer.from(stored.slice('file:1:'.length), 'base64url');
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(await secrets().open(NAME, `file:1:${changed.toString('base64url')}`)).toBeUndefined();
    }
    expect(await secrets().open(NAME, stored)).toBe(KEY);
  });

  it('is not opened with a shortened tag', async () => {
    const stored = await secrets().seal(NAME, '');
    expect(await secrets().open(NAME, stored)).toBe('');
    expect(await secrets().open(NAME, stored.slice(0, -8))).toBeUndefined();
  });

  it('is lost with its file, and the next one gets a new file', async () => {
    const stored = await secrets().seal(NAME, KEY);
    rmSync(file);
    const later = secrets();
    expect([await later.open(NAME, stored), existsSync(file)]).toEqual([undefined, false]);
    const next = await later.seal(NAME, KEY);
    expect([await later.open(NAME, next), await later.open(NAME, stored)]).toEqual([KEY, undefined]);
  });

  it.each(['', 'short', 'x'.repeat(100), '!'.repeat(43)])('is lost with a file that holds "%s", which is renamed', async (text) => {
    const stored = await secrets().seal(NAME, KEY);
    writeFileSync(file, text);
    const later = secrets();
    expect(await later.open(NAME, stored)).toBeUndefined();
    const next = await later.seal(NAME, KEY);
    expect([await secrets().open(NAME, next), readFileSync(`${file}.unusable`, 'utf8')]).toEqual([KEY, text]);
  });

  it('is refused, and not stored in plain, when the file cannot be created', async () => {
    file = join(file, 'in-no-folder', SECRET_KEY_FILE);
    await expect(secrets().seal(NAME, KEY)).rejects.toThrow('ENOENT');
  });
});

describe('the boxes of a run', () => {
  const keyring = { kind: 'keyring', seal: () => Promise.resolve('c2VhbGVk'), open: () => Promise.resolve(KEY) };

  it('open what each of them has sealed, and seal with the first one', async () => {
    const both = new Secrets([keyring, KeyFileBox.inFile(file)]);
    const ofFile = await secrets().seal(NAME, 'older key');
    const ofKeyring = await both.seal(NAME, KEY);
    expect([ofKeyring, await both.open(NAME, ofKeyring), await both.open(NAME, ofFile)]).toEqual(['keyring:1:c2VhbGVk', KEY, 'older key']);
    expect([both.isOutdated(ofFile), both.isOutdated(ofKeyring)]).toEqual([true, false]);
  });

  it('open nothing of a box that is not there', async () => {
    expect([await secrets().open(NAME, 'keyring:1:c2VhbGVk'), await secrets().open(NAME, KEY)]).toEqual([undefined, undefined]);
  });
});
