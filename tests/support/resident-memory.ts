import { readFileSync } from 'node:fs';

const KIBIBYTES = 1_024;

/** Resident memory of a process in MiB. Linux only. */
export function residentMemory(pid: number): number {
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / KIBIBYTES);
}

/** Memory in MiB that processes take together: what several of them share counts once (proportional set size, proc(5)). Linux only. */
export function memoryTogether(pids: readonly number[]): number {
  const kibibytes = pids.map((pid) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]));
  return Math.round(kibibytes.reduce((sum, each) => sum + each, 0) / KIBIBYTES);
}
