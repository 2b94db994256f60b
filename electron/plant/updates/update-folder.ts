import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { MAX_PACKAGE_BYTES, SIGNATURE_ENDING, versionInFileName, type LatestPackage } from '#contract/updates/latest-package.ts';

/** The folder in which the plant has packages of Strobe for the computers of its lines. They check the signatures; the plant only serves files. */
export class UpdateFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = resolve(path);
  }

  /** The package with the highest version that has its signature next to it; undefined without one. Rejects with the system's error when the folder cannot be read. */
  async latest(): Promise<LatestPackage | undefined> {
    const names = new Set(await readdir(this.path));
    const packages = [...names]
      .filter((file) => names.has(file + SIGNATURE_ENDING))
      .map((file) => ({ file, version: versionInFileName(file) }))
      .filter((one): one is { file: string; version: string } => one.version !== undefined)
      .sort((a, b) => compareVersions(b.version, a.version));
    for (const { file, version } of packages) {
      const { size } = await stat(join(this.path, file));
      if (size > 0 && size <= MAX_PACKAGE_BYTES) return { version, file, size };
    }
    return undefined;
  }

  /** Whether the folder has a file with this name that is a package, or its signature. */
  async gives(name: string): Promise<boolean> {
    const file = name.endsWith(SIGNATURE_ENDING) ? name.slice(0, -SIGNATURE_ENDING.length) : name;
    if (versionInFileName(file) === undefined) return false;
    return (await readdir(this.path)).includes(name);
  }
}

const byNumbers = new Intl.Collator('en', { numeric: true });

/** Negative when the first is lower. What follows a `~` is a version before the one that precedes it, as in Debian (deb-version(7)). */
function compareVersions(one: string, other: string): number {
  const [base = '', before] = one.split('~', 2);
  const [otherBase = '', otherBefore] = other.split('~', 2);
  const order = byNumbers.compare(base, otherBase);
  if (order !== 0) return order;
  if (before === undefined || otherBefore === undefined) return Number(before === undefined) - Number(otherBefore === undefined);
  return byNumbers.compare(before, otherBefore);
}
