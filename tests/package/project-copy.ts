import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PARTS = ['electron', 'renderer', 'build', 'package.json', 'package-lock.json', 'tsconfig.json', 'LICENSE', 'CHANGELOG.md'];

/** A copy of the project below `dist`, in another folder: what is built there must not depend on its place. */
export class ProjectCopy {
  readonly folder: string;

  constructor(name: string) {
    this.folder = join(ROOT, 'dist', name);
    this.remove();
    mkdirSync(this.folder, { recursive: true });
    for (const part of PARTS) cpSync(join(ROOT, part), join(this.folder, part), { recursive: true });
    // The files are shared with those of the project, which no build changes.
    execFileSync('cp', ['--archive', '--link', join(ROOT, 'node_modules'), this.folder]);
    rmSync(join(this.folder, 'node_modules/.cache'), { recursive: true, force: true });
  }

  setVersion(version: string): void {
    const file = join(this.folder, 'package.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version }, undefined, 2));
  }

  /** Makes the Debian package and returns its file. */
  makePackage(): string {
    return makePackage(this.folder);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Makes the Debian package of a checkout with the time of a fixed second, and returns its file. */
export function makePackage(project: string = ROOT): string {
  const output = execFileSync(process.execPath, ['build/scripts/make-debian-package.ts', '--fast'], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, SOURCE_DATE_EPOCH: '1790000000' },
  });
  return output.split('\n')[0] ?? '';
}
