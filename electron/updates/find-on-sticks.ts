import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_PACKAGE_BYTES, SIGNATURE_ENDING, versionInFileName } from '#contract/updates/latest-package.ts';

/** A package with its signature next to it. */
export interface FoundPackage {
  folder: string;
  file: string;
  size: number;
}

/** Below `/media` are disks, or folders of users with disks; on a disk, its top folder and `strobe` are looked through. */
const DEPTH = 3;
const MAX_FOLDERS = 200;

/** Finds packages with a signature on removable disks. A folder that cannot be read is skipped: the disk may have been pulled out. */
export async function findOnSticks(roots: readonly string[]): Promise<FoundPackage[]> {
  const found: FoundPackage[] = [];
  let folders = [...roots];
  for (let depth = 0; depth <= DEPTH && folders.length > 0; depth += 1) {
    const inner: string[] = [];
    for (const folder of folders.slice(0, MAX_FOLDERS)) {
      const entries = await entriesOf(folder);
      found.push(...(await packagesOf(folder, entries)));
      inner.push(
        ...entries.filter((entry) => entry.isDirectory() && (depth < 2 || entry.name === 'strobe')).map(({ name }) => join(folder, name)),
      );
    }
    folders = inner;
  }
  return found.sort((a, b) => a.file.localeCompare(b.file));
}

async function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

async function packagesOf(folder: string, entries: Awaited<ReturnType<typeof entriesOf>>): Promise<FoundPackage[]> {
  const names = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  const found: FoundPackage[] = [];
  for (const file of [...names].filter((name) => versionInFileName(name) !== undefined && names.has(name + SIGNATURE_ENDING))) {
    const size = await stat(join(folder, file)).then(
      (one) => one.size,
      () => 0,
    );
    if (size > 0 && size <= MAX_PACKAGE_BYTES) found.push({ folder, file, size });
  }
  return found;
}
