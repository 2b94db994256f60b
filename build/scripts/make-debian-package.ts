import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { addProgram, DOCUMENTS, PackageFolder } from '../debian/package-contents.ts';
import { billOfMaterials, thirdPartyNotices } from '../debian/third-party.ts';
import { ensureBuilt, PAGE, PLANT_PAGE, PROGRAMS } from './build.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCRIPTS = join(ROOT, 'build/debian/scripts');
const ARCHITECTURE = 'amd64';
const SCRIPT_MODE = 0o755;
const KIBIBYTE = 1024;

const manifestSchema = z.object({ version: z.string(), author: z.string() });

export interface DebianPackageOptions {
  /** The checkout, whose programs and pages have been built. */
  project: string;
  /** The folder for the package. */
  output: string;
  /** Seconds since the epoch: the time of all files in the package. */
  time: number;
  /** A public key (PEM) of those whose packages the computer installs as updates; a person can add others in /etc/strobe/update-keys. */
  updateKey?: string | undefined;
  /** From 0 (fast) to 9 (small). */
  compression?: number;
}

const DEFAULT_COMPRESSION = 6;
const FAST_COMPRESSION = 0;

/** Makes the Debian package and returns its file. The same content and time give the same bytes. Needs `dpkg-deb`. */
export function makeDebianPackage({ project, output, time, updateKey, compression = DEFAULT_COMPRESSION }: DebianPackageOptions): string {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')));
  const root = join(output, 'root');
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const folder = new PackageFolder(root);
  addProgram(folder, project);
  if (updateKey !== undefined) folder.copy(updateKey, `usr/share/strobe/update-keys/${basename(updateKey)}`);
  addDocuments(folder, { project, time, ...manifest });
  const files = folder.files();
  const installed = files.reduce((sum, path) => sum + Math.ceil(statSync(join(root, path)).size / KIBIBYTE), 0);
  folder.add('DEBIAN/control', controlFile(manifest, installed));
  folder.add('DEBIAN/conffiles', '/etc/default/strobe\n');
  folder.add(
    'DEBIAN/md5sums',
    files
      .filter((path) => !path.startsWith('etc/'))
      .map((path) => `${md5(join(root, path))}  ${path}\n`)
      .join(''),
  );
  for (const script of ['postinst', 'prerm', 'postrm']) folder.copy(join(SCRIPTS, script), `DEBIAN/${script}`, SCRIPT_MODE);
  folder.settle(time);
  chmodSync(root, SCRIPT_MODE);
  const file = join(output, `strobe_${manifest.version}_${ARCHITECTURE}.deb`);
  // One thread: the bytes of a compression by several threads depend on their number.
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', `-z${compression}`, '--threads-max=1', '--build', root, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(time) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  rmSync(root, { recursive: true });
  return file;
}

type Manifest = z.infer<typeof manifestSchema>;

function addDocuments(folder: PackageFolder, { project, time, version, author }: Manifest & { project: string; time: number }): void {
  const bill = billOfMaterials(project, time);
  folder.add(`${DOCUMENTS}/copyright`, copyrightFile(author, readFileSync(join(project, 'LICENSE'), 'utf8')));
  folder.addCompressed(`${DOCUMENTS}/third-party-notices`, thirdPartyNotices(project, bill));
  folder.addCompressed(`${DOCUMENTS}/strobe.cdx.json`, `${JSON.stringify(bill, undefined, 2)}\n`);
  folder.addCompressed(`${DOCUMENTS}/NEWS`, readFileSync(join(project, 'CHANGELOG.md')));
  const date = new Date(time * 1000).toUTCString().replace('GMT', '+0000');
  folder.addCompressed(
    `${DOCUMENTS}/changelog`,
    `strobe (${version}) stable; urgency=medium\n\n  * See NEWS.gz.\n\n -- ${author} <strobe@localhost.localdomain>  ${date}\n`,
  );
}

/** The binary of Node needs the C and C++ libraries of a system that is not older than Debian 10. */
function controlFile({ version, author }: Manifest, installedKibibytes: number): string {
  return `Package: strobe
Version: ${version}
Architecture: ${ARCHITECTURE}
Maintainer: ${author} <strobe@localhost.localdomain>
Installed-Size: ${installedKibibytes}
Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 9), adduser, init-system-helpers (>= 1.54)
Suggests: chromium, xinit, xserver-xorg, openbox, fonts-noto-core, fonts-noto-cjk, postgresql
Section: misc
Priority: optional
Description: print station for industrial coding and marking
 The controller drives the printers of a production line and keeps a durable
 record of every print. The station serves the page of the operators, which a
 browser on this computer opens; strobe-kiosk shows it on a screen of its own.
`;
}

function copyrightFile(author: string, licence: string): string {
  const text = licence
    .trim()
    .split('\n')
    .map((line) => (line.trim() === '' ? ' .' : ` ${line}`))
    .join('\n');
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Strobe
Comment: third-party-notices.gz in this folder has the licences of the packages
 that the product contains, strobe.cdx.json.gz lists them.

Files: *
Copyright: 2026 ${author}
License: MIT
${text}
`;
}

function md5(file: string): string {
  return createHash('md5').update(readFileSync(file)).digest('hex');
}

/** The time of the last commit, or what `SOURCE_DATE_EPOCH` says (reproducible-builds.org). */
export function sourceTime(project: string): number {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined) return Number(given);
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: project, encoding: 'utf8' }));
}

async function runFromCommandLine(): Promise<void> {
  const { values } = parseArgs({
    options: {
      output: { type: 'string', default: join(ROOT, 'dist/debian') },
      'update-key': { type: 'string' },
      fast: { type: 'boolean', default: false },
    },
  });
  for (const product of [PAGE, PLANT_PAGE, PROGRAMS]) await ensureBuilt(product);
  const file = makeDebianPackage({
    project: ROOT,
    output: resolve(values.output),
    time: sourceTime(ROOT),
    updateKey: values['update-key'],
    compression: values.fast ? FAST_COMPRESSION : DEFAULT_COMPRESSION,
  });
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
  console.log(`${file}\n${statSync(file).size} bytes, SHA-256 ${hash}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runFromCommandLine();
