import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { redactLogLine } from '#process/redact-log-line.ts';
import type { DiagnosticsContext } from '../model/context.ts';

/** Of each log, its end of at most this size is read, in bytes. */
const MOST_BYTES = 2 * 1024 * 1024;
const SYSTEM_LOG_LIMIT = 5_000;
const SYSTEM_LOG_LINES = 20_000;
const UNITS = ['strobe-controller', 'strobe-station', 'strobe'];

/** A log, without keys and passwords. */
export interface ReadLog {
  /** File name within a support file. */
  name: string;
  text: string;
}

/** The ends of the log files of controller and station, and of what the system logs of their services. */
export async function readLogs({ folders, runProgram }: DiagnosticsContext): Promise<ReadLog[]> {
  const { station, controller } = folders;
  const places = new Set([...(controller === undefined ? [] : [controller]), station]);
  const logs: ReadLog[] = [];
  for (const place of places) logs.push(...(await logsIn(join(place, 'logs'))));
  const units = UNITS.flatMap((unit) => ['--unit', unit]);
  const args = [...units, '--since=-24h', '--lines', String(SYSTEM_LOG_LINES), '--output=cat', '--no-pager', '--quiet'];
  const systemLog = await runProgram('journalctl', args, SYSTEM_LOG_LIMIT);
  if (systemLog !== undefined && systemLog.trim() !== '') logs.push({ name: 'system.log', text: harmless(systemLog) });
  return logs;
}

async function logsIn(folder: string): Promise<ReadLog[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.log')).sort();
  const logs: ReadLog[] = [];
  for (const name of names) logs.push({ name, text: harmless(await endOf(join(folder, name))) });
  return logs;
}

/** From the first whole line on. */
async function endOf(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - MOST_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
    const text = buffer.subarray(0, bytesRead).toString('utf8');
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    await handle.close();
  }
}

function harmless(text: string): string {
  return text.split('\n').map(redactLogLine).join('\n');
}
