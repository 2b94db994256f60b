import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

/** Legal files, so that a plant is refused for its import and not for a missing target. */
const TARGETS = {
  'electron/contract/word.ts': 'export const word = 1;',
  'electron/rendering/draw.ts': 'export const draw = 1;',
  'electron/storage/open.ts': 'export const open = 1;',
  'electron/bundled-fonts/fonts.ts': 'export const fonts = 1;',
  'electron/controller/controller.ts': 'export const controller = 1;',
  'electron/controller/labels/labels.ts': 'export interface Labels { a: 1 }\nexport const labels = 1;',
  'electron/controller/tables/tables.ts': 'export const tables = 1;',
  'electron/controller/engines/engine.ts': 'export const engine = 1;',
  'electron/controller/http/server.ts': 'export const server = 1;',
  'electron/station/station.ts': 'export const station = 1;',
  'electron/gateway/web/server.ts': 'export const server = 1;',
  'renderer/ui/PlainButton.ts': 'export const button = 1;',
  'renderer/stores/fleet.ts': 'export const fleet = 1;',
  'renderer/panels/tile.ts': 'export const tile = 1;',
  'renderer/pages/page.ts': 'export const page = 1;',
  'renderer/link/open-link.ts': 'export const openLink = 1;',
  'renderer/plant/lines.ts': 'export const lines = 1;',
  'tests/support/double.ts': 'export const double = 1;',
};

/** One violation per rule: the rule that must refuse it, its file, and its source. */
const PLANTS: [rule: string, file: string, source: string][] = [
  ['contract-reaches-only-itself', 'electron/contract/planted.ts', "import type {} from '../rendering/draw.ts';"],
  ['contract-is-zod-and-itself', 'electron/contract/planted.ts', "import { z } from 'vue'; export { z };"],
  ['contract-is-zod-and-itself', 'electron/contract/planted.ts', "import { readFile } from 'node:fs'; export { readFile };"],
  [
    'rendering-reaches-only-itself-contract',
    'electron/rendering/planted.ts',
    "import { open } from '../storage/open.ts'; export { open };",
  ],
  ['rendering-is-pure', 'electron/rendering/planted.ts', "import { deflateSync } from 'node:zlib'; export { deflateSync };"],
  [
    'storage-reaches-only-itself-contract',
    'electron/storage/planted.ts',
    "import { tables } from '../controller/tables/tables.ts'; export { tables };",
  ],
  [
    'bundled-fonts-reaches-only-itself-rendering',
    'electron/bundled-fonts/planted.ts',
    "import { open } from '../storage/open.ts'; export { open };",
  ],
  [
    'controller-reaches-only-itself-contract-rendering-storage-bundled-fonts',
    'electron/controller/planted.ts',
    "import { station } from '../station/station.ts'; export { station };",
  ],
  [
    'http-reaches-only-itself-contract',
    'electron/http/planted.ts',
    "import { labels } from '../controller/labels/labels.ts'; export { labels };",
  ],
  ['process-reaches-only-itself-storage', 'electron/process/planted.ts', "import { word } from '../contract/word.ts'; export { word };"],
  [
    'diagnostics-reaches-only-itself-contract',
    'electron/diagnostics/planted.ts',
    "import { station } from '../station/station.ts'; export { station };",
  ],
  [
    'plant-reaches-only-itself-contract',
    'electron/plant/planted.ts',
    "import { labels } from '../controller/labels/labels.ts'; export { labels };",
  ],
  [
    'station-reaches-only-itself-contract-storage-rendering-bundled-fonts',
    'electron/station/planted.ts',
    "import { labels } from '../controller/labels/labels.ts'; export { labels };",
  ],
  [
    'only-the-drawing-of-the-station-renders',
    'electron/station/planted.ts',
    "import { draw } from '../rendering/draw.ts'; export { draw };",
  ],
  ['service-reaches-only-itself-storage', 'electron/service/planted.ts', "import { word } from '../contract/word.ts'; export { word };"],
  [
    'updates-reaches-only-itself-contract',
    'electron/updates/planted.ts',
    "import { station } from '../station/station.ts'; export { station };",
  ],
  ['gateway-reaches-only-itself-contract', 'electron/gateway/planted.ts', "import { open } from '../storage/open.ts'; export { open };"],
  [
    'emulators-reaches-only-itself-rendering',
    'electron/emulators/planted.ts',
    "import { open } from '../storage/open.ts'; export { open };",
  ],
  ['shell-reaches-only', 'electron/shell/planted.ts', "import { labels } from '../controller/labels/labels.ts'; export { labels };"],
  ['only-the-shell-imports-electron', 'electron/station/planted.ts', "import { app } from 'electron'; export { app };"],
  ['only-the-shell-imports-electron', 'renderer/planted.ts', "import { app } from 'electron'; export { app };"],
  ['page-has-no-node', 'renderer/planted.ts', "import { readFile } from 'node:fs'; export { readFile };"],
  [
    'page-reaches-contract-and-rendering',
    'renderer/planted.ts',
    "import { station } from '../electron/station/station.ts'; export { station };",
  ],
  [
    'data-modules-do-not-import-each-other',
    'electron/controller/tables/planted.ts',
    "import type { Labels } from '../labels/labels.ts'; export type { Labels };",
  ],
  [
    'engines-import-no-module',
    'electron/controller/engines/planted.ts',
    "import { labels } from '../labels/labels.ts'; export { labels };",
  ],
  [
    'servers-import-the-facade-only',
    'electron/controller/http/planted.ts',
    "import { labels } from '../labels/labels.ts'; export { labels };",
  ],
  ['modules-import-no-server', 'electron/controller/labels/planted.ts', "import { server } from '../http/server.ts'; export { server };"],
  ['ui-is-plain', 'renderer/ui/planted.ts', "import { fleet } from '../stores/fleet.ts'; export { fleet };"],
  ['panels-import-no-page', 'renderer/panels/planted.ts', "import { page } from '../pages/page.ts'; export { page };"],
  ['stores-import-no-component', 'renderer/stores/planted.ts', "import { tile } from '../panels/tile.ts'; export { tile };"],
  ['page-of-the-plant-knows-no-station', 'renderer/plant/planted.ts', "import { fleet } from '../stores/fleet.ts'; export { fleet };"],
  ['page-of-the-station-knows-no-plant', 'renderer/panels/planted.ts', "import { lines } from '../plant/lines.ts'; export { lines };"],
  ['only-the-entry-opens-a-link', 'renderer/stores/planted.ts', "import { openLink } from '../link/open-link.ts'; export { openLink };"],
  ['dev-packages-stay-out-of-the-product', 'electron/station/planted.ts', "import { chromium } from 'playwright'; export { chromium };"],
  [
    'product-does-not-import-tests',
    'electron/station/planted.ts',
    "import { double } from '../../tests/support/double.ts'; export { double };",
  ],
];

let folder = '';
let output = '';

/** Each plant has its own file, so that one run can check all of them. */
const plants = PLANTS.map(([rule, file, source], index) => ({ rule, file: file.replace('planted', `planted-${index}`), source }));

async function put(file: string, source: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), source + '\n');
}

async function cruise(): Promise<string> {
  try {
    return (await run(process.execPath, [join(root, 'build/scripts/layers.ts')], { cwd: folder })).stdout;
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

describe('the layer rules', () => {
  let clean = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strobe-layers-'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await cp(join(root, 'package.json'), join(folder, 'package.json'));
    await Promise.all(Object.entries(TARGETS).map(([file, source]) => put(file, source)));
    clean = await cruise();
    await Promise.all(plants.map(({ file, source }) => put(file, source)));
    output = await cruise();
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('accept a tree without violations', () => {
    expect(clean).toContain('no dependency violations found');
  });

  it.each(plants)('$rule refuses the plant $file', ({ rule, file }) => {
    expect(output).toMatch(new RegExp(`error ${rule}[^\\n]*: ${file.replaceAll('.', '\\.')}`));
  });

  it('no-cycles refuses two files that import each other by type only', async () => {
    await put('electron/contract/cycle-a.ts', "import type { B } from './cycle-b.ts'; export interface A { other: B }");
    await put('electron/contract/cycle-b.ts', "import type { A } from './cycle-a.ts'; export interface B { other: A }");
    expect(await cruise()).toMatch(/error no-cycles: electron\/contract\/cycle-[ab]\.ts/);
  });

  it('no-folder-cycles refuses a parent and a child that import each other by type only', async () => {
    await put('electron/station/parent.ts', "import type { C } from './child/child.ts'; export interface P { child: C }");
    await put('electron/station/child/child.ts', "import type { Q } from '../parent-part.ts'; export interface C { part: Q }");
    await put('electron/station/parent-part.ts', 'export type Q = 1;');
    expect(await cruise()).toContain('error no-folder-cycles: electron/station -> electron/station/child -> electron/station');
  });

  it('no-folder-cycles refuses siblings that import each other through their subfolders', async () => {
    await put('renderer/panels/one/a.ts', "import type { B } from '../two/inner/b.ts'; export type A = B;");
    await put('renderer/panels/two/inner/b.ts', 'export type B = 1;');
    await put('renderer/panels/two/c.ts', "import type { D } from '../one/d.ts'; export type C = D;");
    await put('renderer/panels/one/d.ts', 'export type D = 1;');
    expect(await cruise()).toContain('error no-folder-cycles: renderer/panels/one/** -> renderer/panels/two/** -> renderer/panels/one/**');
  });
});
