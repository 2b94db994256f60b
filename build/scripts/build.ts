import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lockFolder, type FolderLock } from '#storage/files/folder-lock.ts';
import { PROGRAMS_FOLDER } from '../vite.programs.config.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUNDLE_PROGRAM = 'build/scripts/bundle.ts';
const LOCK_LIMIT = 180_000;
const LOCK_PAUSE = 100;

/** Output that is built from files of the repository, and rebuilt only when one of them changes. */
export interface Product {
  /** The output folder; it is replaced by a build. */
  output: string;
  /** A file that exists after every complete build. */
  proof: string;
  /** Globs of the input files, relative to `root`. */
  inputs: string[];
  root: string;
  make: () => Promise<void>;
}

/** A page, built into a folder below `dist` by a configuration of Vite. */
function pageProduct(part: string, folder: string, config: string): Product {
  return {
    root: ROOT,
    output: join(ROOT, 'dist', folder),
    proof: join(ROOT, 'dist', folder, 'index.html'),
    inputs: [
      'renderer/**/*',
      'electron/contract/**/*',
      'electron/rendering/**/*',
      'build/vite.renderer.config.ts',
      `build/${config}`,
      'build/plugins/**/*',
      BUNDLE_PROGRAM,
      'package.json',
      'package-lock.json',
    ],
    make: () => bundle(part),
  };
}

/** Builds a part in a process of its own, see bundle.ts. What Vite says goes to the error output: the output of a caller may be read by a program. */
async function bundle(part: string): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, BUNDLE_PROGRAM), part], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 2, 2],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The build of ${part} failed, see its message above.`);
}

/** The page of the station. */
export const PAGE = pageProduct('page', 'renderer', 'vite.renderer.config.ts');

/** The page of the plant. */
export const PLANT_PAGE = pageProduct('plant-page', 'plant-page', 'vite.plant-page.config.ts');

/** The bundles of the desktop app. */
export const DESKTOP: Product = {
  root: ROOT,
  output: join(ROOT, 'dist/desktop'),
  proof: join(ROOT, 'dist/desktop/main.js'),
  inputs: ['electron/**/*', 'build/vite.desktop.config.ts', 'build/plugins/**/*', BUNDLE_PROGRAM, 'package.json', 'package-lock.json'],
  make: () => bundle('desktop'),
};

/** The controller and the headless station, as tests start them. */
export const PROGRAMS: Product = {
  root: ROOT,
  output: PROGRAMS_FOLDER,
  proof: join(PROGRAMS_FOLDER, 'headless.js'),
  inputs: ['electron/**/*', 'build/vite.*.config.ts', 'build/plugins/**/*', BUNDLE_PROGRAM, 'package.json', 'package-lock.json'],
  make: () => bundle('programs'),
};

/** Builds the product unless it was built from exactly the current inputs; returns whether it did. Concurrent calls build it once. */
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
  throw new Error(`Another build has been running in ${folder} for ${LOCK_LIMIT / 1000} s.`);
}

/** Hashes names and contents instead of modification times, which differ in a fresh clone or after a change of branch. */
function digestOf({ root, inputs }: Product): string {
  const hash = createHash('sha256');
  const files = globSync(inputs, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

const BY_FLAG: Readonly<Record<string, [name: string, Product]>> = {
  '--desktop': ['desktop', DESKTOP],
  '--programs': ['programs', PROGRAMS],
};

async function runFromCommandLine(flags: string[]): Promise<void> {
  const unknown = flags.find((flag) => !(flag in BY_FLAG));
  if (unknown) {
    console.error(`build: unknown flag ${unknown}; there are ${Object.keys(BY_FLAG).join(' and ')}`);
    process.exitCode = 2;
    return;
  }
  const products: [string, Product][] = [
    ['page', PAGE],
    ['page of the plant', PLANT_PAGE],
  ];
  for (const [flag, product] of Object.entries(BY_FLAG)) if (flags.includes(flag)) products.push(product);
  for (const [name, product] of products) console.log(`${name}: ${(await ensureBuilt(product)) ? 'built' : 'up to date'}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runFromCommandLine(process.argv.slice(2));
