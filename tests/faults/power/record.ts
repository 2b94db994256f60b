import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { NOT_UNDERSTOOD, Trace, TRACED, type Step } from './trace.ts';

const WRITER = join(import.meta.dirname, '../../fixtures/processes/print-serials.ts');
/** Longer than any write. */
const LONGEST_STRING = 64 * 1024 * 1024;

/** Why this machine cannot record; undefined if it can. */
export function whyNotRecorded(): string | undefined {
  const { error, status } = spawnSync('strace', ['-f', '-e', 'trace=write', '-o', '/dev/null', 'true']);
  if (error) return 'strace is not installed: it records what is written (Debian: `apt-get install strace`)';
  return status === 0 ? undefined : 'strace may not watch a process here (the system forbids ptrace)';
}

/** Records the file operations of a controller that prints that many serial numbers into an empty folder. */
export async function record(prints: number, syncs: 'synced' | 'unsynced'): Promise<Step[]> {
  const place = mkdtempSync(join(tmpdir(), 'strobe-power-'));
  try {
    const folder = join(place, 'data');
    mkdirSync(folder);
    const file = join(place, 'trace');
    const calls = `trace=${[...TRACED, ...NOT_UNDERSTOOD].join(',')}`;
    const watch = ['-f', '-xx', '-s', String(LONGEST_STRING), '-e', calls, '-o', file];
    const child = spawn('strace', [...watch, process.execPath, WRITER, folder, String(prints), syncs], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`the recorded controller ended with ${code}`);
    const trace = new Trace(folder);
    for await (const line of createInterface({ input: createReadStream(file, 'latin1'), crlfDelay: Infinity })) trace.take(line);
    return trace.steps;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
