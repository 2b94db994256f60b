import { readFileSync } from 'node:fs';

/** Resident memory of a process in MiB. Linux only. */
export function residentMemory(pid: number): number {
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024);
}
