import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const SUPPRESSION = new RegExp(['eslint-' + 'disable', '@ts-' + 'expect-error', '@ts-' + 'ignore', 'prettier-' + 'ignore'].join('|'));

/** May only fall: whoever removes a suppression lowers it. */
const MOST = 6;

const suppressions = globSync('{electron,renderer,build,tests}/**/*.{ts,vue,js,cjs}', { cwd: root }).flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((text, index) => (SUPPRESSION.test(text) ? [`${file}:${index + 1} ${text.trim()}`] : [])),
);

describe('suppressions of the linter and the compiler', () => {
  it('carry a reason on their line', () => {
    expect(suppressions.filter((line) => !/ -- \S|@ts-expect-error \S/.test(line))).toEqual([]);
  });

  it(`are ${MOST} at most`, () => {
    expect(suppressions.length).toBeLessThanOrEqual(MOST);
  });
});
