import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { readDrawingVersion } from '#controller/drawing/drawing-version.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

/** A program with an entry and some sources. */
function program(sources: Record<string, string>, entry = 'entry') {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'entry.ts'), entry);
  mkdirSync(join(folder, 'sources/deep'), { recursive: true });
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, 'sources', name), text);
  return { entry: pathToFileURL(join(folder, 'entry.ts')), sources: pathToFileURL(join(folder, 'sources/')) };
}

const SOURCES = { 'a.ts': 'a', 'deep/b.ts': 'b' };

it('the same program has the same drawing version in any folder', async () => {
  const version = await readDrawingVersion(program(SOURCES));
  expect(await readDrawingVersion(program({ 'deep/b.ts': 'b', 'a.ts': 'a' }))).toBe(version);
});

it.each<[string, Record<string, string>, string]>([
  ['whose entry differs', SOURCES, 'other'],
  ['one of whose sources differs', { ...SOURCES, 'deep/b.ts': 'c' }, 'entry'],
  ['with one more source', { ...SOURCES, 'c.ts': '' }, 'entry'],
])('a program %s has another', async (_what, sources, entry) => {
  expect(await readDrawingVersion(program(sources, entry))).not.toBe(await readDrawingVersion(program(SOURCES)));
});

it('a packaged program has one without sources', async () => {
  const { entry, sources } = program({});
  expect(await readDrawingVersion({ entry, sources: new URL('nowhere/', sources) })).toMatch(/^[0-9a-f]{64}$/u);
});

it('this program has one', async () => {
  expect(await readDrawingVersion()).toMatch(/^[0-9a-f]{64}$/u);
});
