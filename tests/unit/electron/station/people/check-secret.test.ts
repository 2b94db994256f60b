import { describe, expect, it } from 'vitest';
import { checkSecret } from '#station/people/check-secret.ts';

const check = (secret: string) => () => checkSecret(secret, { name: 'Ada', pointer: '/secret' });

describe('a PIN or password', () => {
  it.each(['482915', '00482915', 'correct horse', 'пароль-линии'])('%s is accepted', (secret) => {
    expect(check(secret)).not.toThrow();
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
  ])('%s %s', (secret, detail) => {
    expect(check(secret)).toThrow(
      expect.objectContaining({
        slug: 'invalid-input',
        context: { detail: expect.any(String) as string, errors: [{ pointer: '/secret', detail }] },
      }) as Error,
    );
  });
});
