import { scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashSecret, isOutdated, isSecretOf } from '#station/people/secret-hash.ts';

it('E8 a hash belongs to its PIN only, has a new salt each time, and does not contain the PIN', async () => {
  const [one, other] = await Promise.all([hashSecret('482915'), hashSecret('482915')]);
  expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(other);
  expect(one).not.toContain('482915');
  expect([await isSecretOf(one, '482915'), await isSecretOf(one, '482916'), await isSecretOf(one, '')]).toEqual([true, false, false]);
  expect(isOutdated(one)).toBe(false);
});

it('a hash with other parameters is recognized by its own, and is outdated', async () => {
  const salt = Buffer.from('0123456789abcdef');
  const hash = scryptSync('a long password', salt, 32, { N: 2 ** 14, r: 8, p: 1 });
  const stored = `$scrypt$ln=14,r=8,p=1$${salt.toString('base64').replaceAll('=', '')}$${hash.toString('base64').replaceAll('=', '')}`;
  expect([await isSecretOf(stored, 'a long password'), await isSecretOf(stored, 'another one')]).toEqual([true, false]);
  expect(isOutdated(stored)).toBe(true);
});

it('the spellings of one character in Unicode are the same password', async () => {
  await expect(isSecretOf(await hashSecret('Ka\u0308sebrot'), 'Käsebrot')).resolves.toBe(true);
});

it('a damaged hash is an error, not a wrong PIN', async () => {
  await expect(isSecretOf('$scrypt$ln=15', '482915')).rejects.toThrow('cannot be read');
});
