import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILLER = 'filler';
const CHUNK = 4_096;

/** A file system of a few megabytes, which can be filled to the last byte. */
export class SmallDisk {
  readonly folder = emptyFolder();

  constructor(megabytes: number) {
    const { status, stderr } = mount(this.folder, megabytes);
    if (status !== 0) throw new Error(`a small file system could not be mounted: ${stderr}`);
  }

  /** Leaves no room at all. */
  fill(): void {
    const free = () => {
      const { bavail, bsize } = statfsSync(this.folder);
      return bavail * bsize;
    };
    for (let part = 1; free() > 0; part += 1) {
      try {
        writeFileSync(join(this.folder, `${FILLER}-${part}`), Buffer.alloc(Math.max(CHUNK, free())));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    }
  }

  /** There is room again. */
  clear(): void {
    for (const name of readdirSync(this.folder)) if (name.startsWith(FILLER)) rmSync(join(this.folder, name));
  }

  remove(): void {
    spawnSync('umount', ['-l', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Why no small file system can be made here; undefined when one can. */
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

function mount(folder: string, megabytes: number) {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { encoding: 'utf8' });
}
