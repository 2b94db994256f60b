import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSignature, signPackage, trustedKeysIn } from '#updates/package-signature.ts';

const SIGNED = { sha256: 'a'.repeat(64), version: '1.4.0' };
const own = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519');
const content = signPackage(SIGNED, own.privateKey);

describe('a signature', () => {
  it('says what was signed, by any of the trusted keys', () => {
    expect(openSignature(content, [other.publicKey, own.publicKey])).toEqual(SIGNED);
  });

  it.each([
    ['by a key that is not trusted', content, [other.publicKey], /not by a key that this computer trusts/],
    ['without a trusted key', content, [], /No key is trusted/],
    ['for another version', content.replace('1.4.0', '1.5.0'), [own.publicKey], /not by a key/],
    ['for another package', content.replace('aaaa', 'bbbb'), [own.publicKey], /not by a key/],
    ['that is cut off', content.slice(0, -2), [own.publicKey], /incomplete/],
    ['with more after it', `${content}more\n`, [own.publicKey], /incomplete/],
    ['of another format', content.replace('update 1', 'update 2'), [own.publicKey], /not one of Strobe/],
    ['that is empty', '', [own.publicKey], /not one of Strobe/],
  ])('%s is refused', (...[, text, keys, sentence]) => {
    expect(() => openSignature(text, keys)).toThrow(sentence);
  });
});

describe('trusted keys', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'strobe-keys-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are the .pem files of all folders that exist', () => {
    for (const [index, { publicKey }] of [own, other].entries()) {
      mkdirSync(join(folder, String(index)));
      writeFileSync(join(folder, String(index), 'key.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
      writeFileSync(join(folder, String(index), 'README'), 'no key');
    }
    const keys = trustedKeysIn([join(folder, '0'), join(folder, 'missing'), join(folder, '1')]);
    expect(keys.map((key) => key.equals(own.publicKey))).toEqual([true, false]);
  });

  it('of another kind are refused with the name of the file', () => {
    writeFileSync(
      join(folder, 'rsa.pem'),
      generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({ type: 'spki', format: 'pem' }),
    );
    expect(() => trustedKeysIn([folder])).toThrow(/rsa\.pem is not an Ed25519 key/);
    writeFileSync(join(folder, 'rsa.pem'), 'nonsense');
    expect(() => trustedKeysIn([folder])).toThrow(/rsa\.pem cannot be read/);
  });
});
