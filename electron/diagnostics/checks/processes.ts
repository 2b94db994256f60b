import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finding, joined, type Check, type Outcome } from '../model/check.ts';
import type { DiagnosticsContext } from '../model/context.ts';
import { readRunning } from '../sources/network-settings.ts';

const KIB = 1_024;
const LARGE_MEMORY = 1.5 * KIB ** 3;
/** The share of the limit of open files that is warned of. */
const NEARLY = 0.8;

/** Memory and open files of controller and station, where the system shows them. */
export const processesCheck: Check = {
  id: 'processes',
  title: 'Processes',
  run: async ({ folders, stationPid, processFolder }) => {
    const running = readRunning(folders);
    const pids: [program: string, pid: number | undefined][] = [
      ['controller', running?.pid],
      ['station', stationPid],
    ];
    return joined(await Promise.all(pids.map(([program, pid]) => ofProcess(program, pid, processFolder))));
  },
};

/** Nothing for a process that has ended, belongs to another user, or is not shown by the system. */
async function ofProcess(program: string, pid: number | undefined, processFolder: DiagnosticsContext['processFolder']): Promise<Outcome> {
  if (pid === undefined) return { facts: [], findings: [] };
  const folder = join(processFolder, String(pid));
  const status = await readFile(join(folder, 'status'), 'utf8').catch(() => '');
  const facts: Outcome['facts'] = [];
  const findings: Outcome['findings'] = [];
  const memory = numberIn(status, /^VmRSS:\s+(\d+) kB$/m);
  if (memory !== undefined) {
    facts.push({ name: 'memory', of: program, value: memory * KIB });
    if (memory * KIB > LARGE_MEMORY) findings.push(finding('memory-large', { program }));
  }
  const open = (await readdir(join(folder, 'fd')).catch(() => undefined))?.length;
  const limit = numberIn(await readFile(join(folder, 'limits'), 'utf8').catch(() => ''), /^Max open files\s+(\d+)/m);
  if (open !== undefined) facts.push({ name: 'openFiles', of: program, value: open });
  if (limit !== undefined) facts.push({ name: 'fileLimit', of: program, value: limit });
  if (open !== undefined && limit !== undefined && open > limit * NEARLY)
    findings.push(finding('files-nearly-used-up', { program, open, limit }));
  return { facts, findings };
}

function numberIn(text: string, pattern: RegExp): number | undefined {
  const digits = pattern.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
