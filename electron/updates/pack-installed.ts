import { copyFileSync, cpSync, existsSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PACKAGE } from './check-package.ts';
import { requireTool } from './run-tool.ts';

/** Fields of the database of packages that are not part of a control file. */
const NOT_CONTROL = ['Status', 'Conffiles', 'Config-Version'];

/**
 * Makes a package of the installed files of Strobe, so that an installation that was not made by an update can be returned to. Files that were changed or
 * deleted since go in as they are. Throws when a tool fails.
 */
export async function packInstalled(file: string, dpkgOptions: readonly string[]): Promise<void> {
  const query = dpkgOptions.filter((option) => /^--(admindir|root)=/.test(option));
  const root = rootOf(dpkgOptions);
  const tree = `${file}.tree`;
  rmSync(tree, { recursive: true, force: true });
  try {
    const listed = await requireTool('dpkg-query', [...query, '--listfiles', PACKAGE]);
    for (const path of listed.split('\n').filter((line) => line.startsWith('/') && line !== '/.')) copyInto(tree, root, path);
    await writeControl(tree, { query, root });
    await requireTool('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, file]);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

function copyInto(tree: string, root: string, path: string): void {
  const source = join(root, path);
  const stat = lstatSync(source, { throwIfNoEntry: false });
  if (!stat) return;
  const target = join(tree, path);
  if (stat.isDirectory()) return void mkdirSync(target, { recursive: true, mode: stat.mode });
  mkdirSync(dirname(target), { recursive: true });
  cpSync(source, target, { verbatimSymlinks: true, preserveTimestamps: true });
}

async function writeControl(tree: string, { query, root }: { query: string[]; root: string }): Promise<void> {
  const folder = join(tree, 'DEBIAN');
  mkdirSync(folder, { recursive: true });
  const status = await requireTool('dpkg-query', [...query, '--status', PACKAGE]);
  writeFileSync(join(folder, 'control'), controlOf(status));
  const conffiles = conffilesOf(status).filter((path) => existsSync(join(root, path)));
  if (conffiles.length > 0) writeFileSync(join(folder, 'conffiles'), `${conffiles.join('\n')}\n`);
  const scripts = await requireTool('dpkg-query', [...query, '--control-path', PACKAGE]);
  for (const path of scripts.split('\n').filter((line) => /\.(preinst|postinst|prerm|postrm|triggers|config|templates)$/.test(line))) {
    copyFileSync(path, join(folder, basename(path).split('.').at(-1) ?? ''));
  }
}

/** The control file from the entry of the database of packages, without the fields of the latter. */
export function controlOf(status: string): string {
  const fields = status.split(/\n(?=\S)/).filter((field) => !NOT_CONTROL.some((name) => field.startsWith(`${name}:`)));
  return `${fields.join('\n').trim()}\n`;
}

function conffilesOf(status: string): string[] {
  const field = /^Conffiles:\n((?: .+\n?)*)/m.exec(status)?.[1] ?? '';
  return field.split('\n').flatMap((line) => line.trim().split(' ')[0] || []);
}

function rootOf(dpkgOptions: readonly string[]): string {
  const option = dpkgOptions.findLast((one) => /^--(root|instdir)=/.test(one));
  return option === undefined ? '/' : option.slice(option.indexOf('=') + 1);
}
