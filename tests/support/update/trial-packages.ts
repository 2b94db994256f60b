import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { signFile } from '../../../build/scripts/sign-update.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');
/** The bundled programs: `npm run build -- --programs`. */
export const TRIAL_PROGRAMS = process.env['STROBE_PROGRAMS'] ?? join(ROOT, 'dist/programs');
/** Where a package installs the program. */
export const TRIAL_PROGRAM_FOLDER = 'usr/lib/strobe';

/** How a version differs from the program of the repository. */
export interface TrialVersion {
  version: string;
  /** It ends at its start. */
  crashes?: boolean;
  /** Texts have a dot that they had not. */
  drawsDifferently?: boolean;
  /** How many tables it has more than the program of the repository. */
  addedTables?: number;
  /** Without the program. */
  isEmpty?: boolean;
  /** Fields of the control file that are not those of Strobe. */
  control?: Readonly<Record<string, string>>;
}

/** Makes packages of versions of the program, and signs them. */
export class TrialPackages {
  readonly #folder: string;
  readonly #key: string;

  /** `folder` is for the packages; `key` is the private key. */
  constructor(folder: string, key: string) {
    this.#folder = folder;
    this.#key = key;
  }

  /** Returns the path of the signed package. */
  async make(trial: TrialVersion): Promise<string> {
    const { version, control } = trial;
    const tree = join(this.#folder, `tree-${version}`);
    rmSync(tree, { recursive: true, force: true });
    const programs = join(tree, TRIAL_PROGRAM_FOLDER, 'dist/programs');
    mkdirSync(programs, { recursive: true });
    if (!trial.isEmpty) cpSync(TRIAL_PROGRAMS, programs, { recursive: true });
    for (const name of readdirSync(programs)) change(join(programs, name), trial);
    writeFileSync(join(tree, TRIAL_PROGRAM_FOLDER, 'package.json'), JSON.stringify({ name: 'strobe', version, type: 'module' }));
    mkdirSync(join(tree, 'DEBIAN'));
    const fields = { Package: 'strobe', Version: version, Architecture: architecture(), Maintainer: 'Tests <tests@localhost>', ...control };
    const lines = Object.entries({ ...fields, Description: 'a version for tests' }).map(([name, value]) => `${name}: ${value}\n`);
    writeFileSync(join(tree, 'DEBIAN/control'), lines.join(''));
    const file = join(this.#folder, `strobe_${version}_${architecture()}.deb`);
    await run('dpkg-deb', ['--root-owner-group', '-Znone', '--build', tree, file]);
    rmSync(tree, { recursive: true, force: true });
    await signFile(file, this.#key);
    return file;
  }
}

function architecture(): string {
  return process.arch === 'arm64' ? 'arm64' : 'amd64';
}

function change(file: string, { version, crashes, drawsDifferently, addedTables = 0 }: TrialVersion): void {
  const text = readFileSync(file, 'utf8');
  // The bundles open files of the repository by their place relative to it.
  let changed = text
    .replaceAll(/(["'`])(?:\.\.\/)+[^"'`]*?node_modules\//g, `$1${pathToFileURL(join(ROOT, 'node_modules')).href}/`)
    .replaceAll(/(["'`])\.\.\/\.\.\/electron\//g, `$1${pathToFileURL(join(ROOT, 'electron')).href}/`)
    .replaceAll(/(["'`])0\.1\.0\1/g, `$1${version}$1`);
  if (addedTables > 0) {
    const added = Array.from(
      { length: addedTables },
      (_, index) => `{ version: migrations.length + ${index + 1}, sql: "CREATE TABLE trial_${index} (id INTEGER PRIMARY KEY) STRICT;" }`,
    );
    changed = changed.replace(/(CONTROLLER_MIGRATIONS ?= ?)(\[[^\]]*\])/, `$1((migrations) => [...migrations, ${added.join(', ')}])($2)`);
  }
  if (drawsDifferently) changed = changed.replace(/function fillPath\(([\w$]+),[^)]*\) ?\{/, '$&\n$1.words[0] |= 1;');
  if (crashes && file.endsWith('/controller.js')) changed = `${changed}\nprocess.exit(1);\n`.replace(/^/, 'process.exit(1);\n');
  if (changed !== text) writeFileSync(file, changed);
}
