import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { findSecretFault } from '#contract/station/secret-rules.ts';
import { checkSecret } from '#station/people/check-secret.ts';

const check = (secret: string) => checkSecret(secret, { name: 'Ada', pointer: '/secret' });

describe('a PIN or password', () => {
  it.each(['482915', '00482915', 'correct horse', 'пароль-линии'])('%s is accepted', async (secret) => {
    await expect(check(secret)).resolves.toBeUndefined();
  });

  it.each([
    ['48291', 'must have at least 6 digits'],
    ['111111', 'must not repeat the same characters'],
    ['123123', 'must not repeat the same characters'],
    ['123456', 'must not be a sequence of digits'],
    ['987654', 'must not be a sequence of digits'],
    ['890123', 'must not be a sequence of digits'],
    ['shorter', 'must have at least 8 characters, or be a PIN of at least 6 digits'],
    ['xxxxxxxx', 'must not repeat the same characters'],
    ['adaadmin', 'must not contain the name'],
  ])('%s %s', async (secret, detail) => {
    await expect(check(secret)).rejects.toMatchObject({
      slug: 'invalid-input',
      context: { detail: expect.any(String) as string, errors: [{ pointer: '/secret', detail }] },
    });
  });

  it.each(['271828', '159753', 'baseball', 'Qwertyuiop', 'trustno1'])('%s is one of those that are used most', async (secret) => {
    await expect(check(secret)).rejects.toMatchObject({ slug: 'common-secret' });
  });

  it('is compared with more than the 3 000 most used ones that the rules permit', async () => {
    const common = dictionary['passwords-common'].filter((secret) => findSecretFault(secret, 'Ada') === undefined);
    expect(common.length).toBeGreaterThan(3_000);
    for (const secret of common.slice(0, 3_000)) await expect(check(secret)).rejects.toMatchObject({ slug: 'common-secret' });
  });
});
