import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILLER = 'filler';
const CHUNK = 4_096;

/** A file system of a few megabytes that a test can fill. */
export class SmallDisk {
  readonly folder = emptyFolder();

  /** `names` limits the number of files (inodes). */
  constructor(megabytes: number, names?: number) {
    const { status, stderr } = mount(this.folder, megabytes, names);
    if (status !== 0) throw new Error(`a small file system could not be mounted: ${stderr}`);
  }

  /** Fills it completely, or up to so many bytes. */
  fill(left = 0): void {
    const free = () => {
      const { bavail, bsize } = statfsSync(this.folder);
      return bavail * bsize - left;
    };
    for (let part = 1; free() > 0; part += 1) {
      try {
        writeFileSync(join(this.folder, `${FILLER}-${part}`), Buffer.alloc(Math.max(CHUNK, free())));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    }
  }

  /** Uses up its inodes, but not its space. */
  takeAllNames(): void {
    for (let part = 1; statfsSync(this.folder).ffree > 0; part += 1) writeFileSync(join(this.folder, `${FILLER}-${part}`), '');
  }

  /** Frees space again. */
  clear(): void {
    for (const name of readdirSync(this.folder)) if (name.startsWith(FILLER)) rmSync(join(this.folder, name));
  }

  /** Remounts it read-only, like the system after a fault. No file on it may be open for writing. */
  makeReadOnly(): void {
    this.#remount('ro');
  }

  makeWritable(): void {
    this.#remount('rw');
  }

  remove(): void {
    spawnSync('umount', ['-l', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  #remount(mode: 'ro' | 'rw'): void {
    const { status, stderr } = spawnSync('mount', ['-o', `remount,${mode}`, this.folder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the small file system could not be remounted: ${stderr}`);
  }
}

/** Why no small file system can be created on this machine; undefined when one can. */
export function whyNoSmallDisk(): string | undefined {
  const folder = emptyFolder();
  const { error, status } = mount(folder, 1);
  const isMounted = error === undefined && status === 0;
  if (isMounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return isMounted ? undefined : 'only root may mount a small file system, where the system lets it';
}

function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'strobe-small-'));
}

function mount(folder: string, megabytes: number, names?: number) {
  return spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${megabytes}m${names === undefined ? '' : `,nr_inodes=${names}`}`, 'tmpfs', folder],
    { encoding: 'utf8' },
  );
}
