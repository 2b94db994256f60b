import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Written in two halves so that this file does not match itself. */
const SUPPRESSION = new RegExp(
  ['(eslint|oxlint)-' + 'disable', '@ts-' + 'expect-error', '@ts-' + 'ignore', '(prettier|oxfmt)-' + 'ignore'].join('|'),
);

it('nothing suppresses the linter, the compiler or the formatter', () => {
  const suppressions = globSync('{electron,renderer,build,tests}/**/*.{ts,vue,js,cjs}', { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((text, index) => (SUPPRESSION.test(text) ? [`${file}:${index + 1} ${text.trim()}`] : [])),
  );
  expect(suppressions).toEqual([]);
});
