import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDesktopApp } from '#support/desktop-app.ts';
import { observeShell, SHELL_ITEMS, type Reversal, type ShellFacts } from '#support/electron-security.ts';
import { electronBuilder } from '../../build/electron-builder.ts';
import { DESKTOP, ensureBuilt, PAGE } from '../../build/scripts/build.ts';
import { findUnsafeFuses } from '../../build/electron-fuses.ts';
import { isSupportedElectron } from '../../build/electron-version.ts';
import packageJson from '../../package.json' with { type: 'json' };

/**
 * Electron's security checklist, item by item, on the built bundle with the stub of Electron: a setting that the app makes is seen, and how real Electron
 * follows it is not. For each setting the same test is made with a copy of the bundle in which it is reverted, and has to fail.
 */

const ROOT = join(import.meta.dirname, '../..');
let folder = '';

beforeAll(async () => {
  await ensureBuilt(PAGE);
  await ensureBuilt(DESKTOP);
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  folder = mkdtempSync(join(ROOT, 'dist', 'reverted-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The facts of an app whose bundle has this reversal. */
async function factsOf(name: string, reversal?: Reversal): Promise<ShellFacts> {
  const program = join(folder, name);
  mkdirSync(join(program, 'dist/desktop'), { recursive: true });
  for (const link of ['build', 'node_modules', 'dist/renderer']) symlinkSync(join(ROOT, link), join(program, link));
  for (const file of ['main.js', 'preload.cjs']) cpSync(join(DESKTOP.output, file), join(program, 'dist/desktop', file));
  if (reversal) revert(join(program, 'dist/desktop', reversal.file), reversal);
  const app = startDesktopApp(join(program, 'dist/desktop/main.js'), ['--data', join(program, 'data'), '--no-embedded']);
  await app.opened;
  const facts = await observeShell(app);
  await app.ask('quit');
  await app.ended;
  return facts;
}

/** Throws when the text is not there any more: the reversal would change nothing, and the test would prove nothing. */
function revert(file: string, { text, by }: Reversal): void {
  const code = readFileSync(file, 'utf8');
  if (!code.includes(text)) throw new Error(`${file} does not contain "${text}".`);
  writeFileSync(
    file,
    code.replaceAll(text, () => by),
  );
}

describe('Electron’s security checklist', () => {
  let facts: ShellFacts;
  beforeAll(async () => {
    facts = await factsOf('whole');
  });

  it('has 20 items, of which these tests show each one', () => {
    const others = [16, 19];
    expect([...SHELL_ITEMS.map(({ number }) => number), ...others].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  it.each(SHELL_ITEMS)('$number - $title', ({ holds }) => {
    expect(holds(facts)).toBe(true);
  });

  it.each(SHELL_ITEMS.flatMap((item) => item.reversals.map((reversal, index) => ({ ...item, reversal, index }))))(
    '$number - $title: is missed when it is reverted by "$reversal.by"',
    async ({ number, index, reversal, holds }) => {
      expect(holds(await factsOf(`${number}-${index}`, reversal))).toBe(false);
    },
  );

  it('16. Use a current version of Electron', () => {
    const { electron } = packageJson.devDependencies;
    expect(isSupportedElectron(electron)).toBe(true);
    for (const reverted of [`^${electron}`, '42.9.9', 'latest', '*']) expect(isSupportedElectron(reverted)).toBe(false);
  });

  it('19. Check which fuses you can change', () => {
    expect(findUnsafeFuses(electronBuilder.electronFuses)).toEqual([]);
    for (const fuse of Object.keys(electronBuilder.electronFuses ?? {})) {
      const flipped = { ...electronBuilder.electronFuses, [fuse]: !electronBuilder.electronFuses?.[fuse as 'runAsNode'] };
      const { [fuse as 'runAsNode']: _left, ...missing } = { ...electronBuilder.electronFuses };
      expect([findUnsafeFuses(flipped), findUnsafeFuses(missing)]).toEqual([[fuse], [fuse]]);
    }
  });
});
