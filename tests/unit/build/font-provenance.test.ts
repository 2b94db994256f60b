import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BUNDLED_FONT_NAMES, readBundledFont } from '#bundled-fonts/bundled-fonts.ts';
import lock from '../../../package-lock.json' with { type: 'json' };

/** The page about the fonts against the fonts that are installed. */
const PAGE = readFileSync(new URL('../../../docs/reference/bundled-fonts.md', import.meta.url), 'utf8');
const ROW =
  /^\| (?<family>[^|]+?) +\| (?<style>[^|]+?) +\| (?<version>[\d.]+) +\| (?<name>[\w@/-]+) (?<packed>[\d.]+) +\| `(?<hash>[0-9a-f]{64})` \|$/gm;

const rows = [...PAGE.matchAll(ROW)].map(({ groups = {} }) => groups);

it('lists every bundled font with the hash of its file', async () => {
  const listed = rows.map(({ family, style, hash }) => [family, style === 'Regular' ? '' : style, hash]);
  const installed = BUNDLED_FONT_NAMES.map(async (name) => {
    const { bytes } = await readBundledFont(name);
    return [name.family, name.style, createHash('sha256').update(bytes).digest('hex')];
  });
  expect(listed).toEqual(await Promise.all(installed));
});

it.each(rows)('names the version of the package of $family $style', ({ name, packed }) => {
  const { packages } = lock as { packages: Record<string, { version?: string }> };
  expect(packages[`node_modules/${name}`]?.version).toBe(packed);
});
