import { existsSync, rmSync } from 'node:fs';
import { moveDurably, syncPath } from '#storage/files/durable-file.ts';
import { PACKAGE } from './check-package.ts';
import type { InstalledSystem } from './installed-system.ts';
import { SIGNATURE_ENDING } from '#contract/updates/latest-package.ts';
import { runTool } from './run-tool.ts';
import { currentPackageIn, oldPackageIn, previousPackageIn, stagedPackageIn } from './update-folders.ts';

/** Keeps the package of the installed version, to return to it. If it is not there, as before the first update, it is made of the installed files. */
export async function keepOldPackage(root: string, system: InstalledSystem, version: string): Promise<void> {
  const old = oldPackageIn(root);
  for (const file of [old, currentPackageIn(root)]) {
    if ((await versionOf(file)) !== version) continue;
    if (file !== old) moveDurably(file, old);
    return;
  }
  const part = `${old}.part`;
  rmSync(part, { force: true });
  await system.packInstalled(part);
  if ((await versionOf(part)) !== version) throw new Error(`the package of the installed version ${version} could not be made`);
  syncPath(part);
  moveDurably(part, old);
}

/** The kept package of a version. Throws when there is none. */
export async function findPackage(root: string, version: string): Promise<string> {
  for (const file of [oldPackageIn(root), previousPackageIn(root), currentPackageIn(root), stagedPackageIn(root)]) {
    if ((await versionOf(file)) === version) return file;
  }
  throw new Error(`the package of version ${version} is missing in ${root}`);
}

/** The new version stays: its package is kept as that of the installed version, and that of the version before for a roll-back, if it may be rolled back. */
export async function settlePackages(root: string, before: string | null): Promise<void> {
  const [old, staged] = [oldPackageIn(root), stagedPackageIn(root)];
  if (before === null) rmSync(old, { force: true });
  else if (existsSync(old)) moveDurably(old, previousPackageIn(root));
  if (existsSync(staged)) moveDurably(staged, currentPackageIn(root));
  rmSync(staged + SIGNATURE_ENDING, { force: true });
}

/** Undefined for a file that is missing, damaged, or no package of Strobe. */
async function versionOf(file: string): Promise<string | undefined> {
  if (!existsSync(file)) return undefined;
  const { code, stdout } = await runTool('dpkg-deb', ['-f', file, 'Package', 'Version']);
  const [name, version] = stdout.split('\n').map((line) => line.split(': ')[1]);
  return code === 0 && name === PACKAGE ? version : undefined;
}
