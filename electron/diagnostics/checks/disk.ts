import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isReadOnlyError } from '#storage/files/read-only-disk.ts';
import { finding, messageOf, type Check, type Outcome } from '../model/check.ts';

const WRITES = 20;
const WRITE_BYTES = 4_096;
/** A print is stored before it is sent, and again when it is confirmed. */
const WRITES_PER_PRINT = 2;
const MINUTE = 60_000;
/** From this median on, in milliseconds, a fast line can be slowed down. */
const SLOW_MEDIAN = 20;
/** Milliseconds in which a product passes many a print head. */
const LONG_WRITE = 500;
const NEARLY_FULL_BYTES = 1024 ** 3;
const NEARLY_FULL_SHARE = 0.05;
const FULL_BYTES = 4 * 1024 ** 2;

/** Free space of the data folder's disk, and how long durable writes take. */
export const diskCheck: Check = {
  id: 'disk',
  title: 'Disk',
  run: async ({ folders }) => {
    const folder = folders.controller ?? folders.station;
    const facts: Outcome['facts'] = [{ name: 'folder', value: folder }];
    if (!existsSync(folder)) return { facts, findings: [finding('folder-missing', { folder })] };
    const space = await spaceOf(folder);
    facts.push(...space.facts);
    try {
      const times = await writeTimes(folder);
      const writing = judged(times);
      return { facts: [...facts, ...writing.facts], findings: [...space.findings, ...writing.findings] };
    } catch (error) {
      const fault = writeFault(error, folder);
      return { facts, findings: [fault, ...space.findings.filter(({ code }) => code !== fault.code)] };
    }
  },
};

async function spaceOf(folder: string): Promise<Outcome> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const all = blocks * bsize;
  const facts: Outcome['facts'] = [
    { name: 'freeSpace', value: free },
    { name: 'diskSize', value: all },
  ];
  if (free < Math.min(FULL_BYTES, all * NEARLY_FULL_SHARE)) return { facts, findings: [finding('disk-full', { folder })] };
  const isNearlyFull = free < Math.min(NEARLY_FULL_BYTES, all * NEARLY_FULL_SHARE);
  return { facts, findings: isNearlyFull ? [finding('disk-nearly-full', { folder })] : [] };
}

/** Milliseconds of each of 20 writes of 4 KiB that are synced, as those of a print are. The file is removed. */
async function writeTimes(folder: string): Promise<number[]> {
  const file = join(folder, `write-test-${randomBytes(6).toString('hex')}.tmp`);
  const handle = await open(file, 'wx', 0o600);
  try {
    const block = randomBytes(WRITE_BYTES);
    const times: number[] = [];
    for (let at = 0; at < WRITES; at += 1) {
      const began = performance.now();
      await handle.write(block, 0, WRITE_BYTES, at * WRITE_BYTES);
      await handle.sync();
      times.push(performance.now() - began);
    }
    return times;
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
}

/** What these times mean for prints. */
export function judged(times: readonly number[]): Outcome {
  const sorted = times.toSorted((one, other) => one - other);
  const median = rounded(sorted[Math.floor(sorted.length / 2)] ?? 0);
  const longest = rounded(sorted.at(-1) ?? 0);
  const prints = Math.floor(MINUTE / (WRITES_PER_PRINT * Math.max(median, 0.01)));
  const findings: Outcome['findings'] = [];
  if (median > SLOW_MEDIAN) findings.push(finding('disk-slow', { median, prints }));
  if (longest > LONG_WRITE) findings.push(finding('disk-stalls', { longest }));
  return {
    facts: [
      { name: 'writeMedian', value: median },
      { name: 'writeLongest', value: longest },
      { name: 'printsPerMinute', value: prints },
    ],
    findings,
  };
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}

function writeFault(error: unknown, folder: string) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return finding('disk-full', { folder });
  if (isReadOnlyError(error)) return finding('disk-read-only', { folder });
  if (code === 'EACCES' || code === 'EPERM') return finding('folder-not-writable', { folder });
  return finding('folder-not-writable', { folder }, messageOf(error));
}
