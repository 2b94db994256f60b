import { describe, expect, it } from 'vitest';
import { isDotSegment, newNameSchema } from '#contract/api-v3/name.ts';

const pathOf = (segment: string): string => new URL(`/api/v3/labels/${segment}`, 'http://localhost').pathname;

describe('a name in an address', () => {
  it.each([['.'], ['..'], ['%2e'], ['%2E'], ['.%2e'], ['%2e.'], ['%2e%2E']])(
    'is removed by the URL standard when it is sent as %s',
    (segment) => {
      expect([pathOf(segment), isDotSegment(decodeURIComponent(segment))]).toEqual([expect.not.stringContaining(segment), true]);
    },
  );

  it.each([
    ['a/b'],
    ['a/'],
    ['/'],
    ['a/..'],
    ['../a'],
    ['..\\a'],
    ['a\\'],
    ['\\'],
    ['...'],
    ['.a'],
    ['%2e'],
    ['%2e%2e'],
    ['%2f'],
    ['?'],
    ['#'],
  ])('arrives unchanged when it is %s and percent-encoded', (name) => {
    const segment = encodeURIComponent(name);
    expect([pathOf(segment), newNameSchema.parse(name)]).toEqual([`/api/v3/labels/${segment}`, name]);
  });

  it.each([['.'], ['..']])('is refused for a new item when it is %s', (name) => {
    expect(newNameSchema.safeParse(name).error?.issues.map(({ message }) => message)).toEqual([
      'a name is neither "." nor "..": no URL can contain it',
    ]);
  });
});
