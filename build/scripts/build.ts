import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lockFolder, type FolderLock } from '#storage/folder-lock.ts';
import { DESKTOP_BUNDLES } from '../vite.desktop.config.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOCK_LIMIT = 180_000;
const LOCK_PAUSE = 100;

/** Something that is made from files of the repository and made again only when one of them changed. */
export interface Product {
  /** Folder that is made anew. */
  output: string;
  /** A file that is there after every complete build. */
  proof: string;
  /** Globs of what it is made from, relative to `root`. */
  inputs: string[];
  root: string;
  make: () => Promise<void>;
}

export const PAGE: Product = {
  root: ROOT,
  output: join(ROOT, 'dist/renderer'),
  proof: join(ROOT, 'dist/renderer/index.html'),
  inputs: [
    'renderer/**/*',
    'electron/contract/**/*',
    'electron/rendering/**/*',
    'build/vite.renderer.config.ts',
    'package.json',
    'package-lock.json',
  ],
  make: async () => {
    const { build } = await import('vite');
    await build({ configFile: join(ROOT, 'build/vite.renderer.config.ts'), configLoader: 'native', logLevel: 'warn' });
  },
};

export const DESKTOP: Product = {
  root: ROOT,
  output: join(ROOT, 'dist/desktop'),
  proof: join(ROOT, 'dist/desktop/main.js'),
  inputs: ['electron/**/*', 'build/vite.desktop.config.ts', 'package.json', 'package-lock.json'],
  make: async () => {
    const { build } = await import('vite');
    for (const bundle of DESKTOP_BUNDLES) await build(bundle);
  },
};

/** Makes the product unless it was made from exactly the present inputs. Tells whether it did. Two at once make it once. */
export async function ensureBuilt(product: Product): Promise<boolean> {
  const folder = dirname(product.output);
  mkdirSync(folder, { recursive: true });
  const lock = await takeLock(folder);
  try {
    return await makeIfStale(product);
  } finally {
    lock.release();
  }
}

async function makeIfStale(product: Product): Promise<boolean> {
  const stamp = `${product.output}.made-from`;
  const digest = digestOf(product);
  if (existsSync(product.proof) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return false;
  rmSync(stamp, { force: true });
  rmSync(product.output, { recursive: true, force: true });
  await product.make();
  writeFileSync(stamp, digest);
  return true;
}

async function takeLock(folder: string): Promise<FolderLock> {
  const limit = performance.now() + LOCK_LIMIT;
  while (performance.now() < limit) {
    const lock = lockFolder(folder);
    if (lock) return lock;
    await delay(LOCK_PAUSE);
  }
  throw new Error(`Another build has been at work in ${folder} for ${LOCK_LIMIT / 1000} s.`);
}

/** Names and contents, not modification times: a fresh clone and a changed branch give what they ought to. */
function digestOf({ root, inputs }: Product): string {
  const hash = createHash('sha256');
  const files = globSync(inputs, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

async function runFromCommandLine(flags: string[]): Promise<void> {
  const unknown = flags.find((flag) => flag !== '--desktop');
  if (unknown) {
    console.error(`build: unknown flag ${unknown}; there is only --desktop`);
    process.exitCode = 2;
    return;
  }
  const products: [string, Product][] = flags.includes('--desktop')
    ? [
        ['page', PAGE],
        ['desktop', DESKTOP],
      ]
    : [['page', PAGE]];
  for (const [name, product] of products) console.log(`${name}: ${(await ensureBuilt(product)) ? 'built' : 'up to date'}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runFromCommandLine(process.argv.slice(2));
