import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '#support/random.ts';
import type { Origin } from './origin.ts';
import type { Fault, Plan, Target } from './plan.ts';

/** Files that may replace a WAL. */
export interface Spares {
  foreignLog: Buffer;
  oldLog: Buffer;
}

export function sparesOf(origin: Origin, other: Origin): Spares {
  return { foreignLog: readFileSync(join(other.folder, 'controller.db-wal')), oldLog: origin.oldLog };
}

/** Applies the planned damage to a folder. */
export function injure(folder: string, { faults }: Plan, { random, spares }: { random: Random; spares: Spares }): void {
  for (const fault of faults) for (const file of filesOf(folder, fault.target)) damage(file, fault, { random, spares });
}

function damage(file: string, { change }: Fault, { random, spares }: { random: Random; spares: Spares }): void {
  if (!existsSync(file)) return;
  if (change === 'foreign' || change === 'old') return writeFileSync(file, change === 'foreign' ? spares.foreignLog : spares.oldLog);
  const changed = change(readFileSync(file), random);
  if (changed === undefined) rmSync(file);
  else writeFileSync(file, changed);
}

const FILES: Partial<Record<Target, string>> = {
  database: 'controller.db',
  log: 'controller.db-wal',
  'log index': 'controller.db-shm',
  'durable position': 'controller.db-durable',
  marks: 'high-water.json',
};

function filesOf(folder: string, target: Target): string[] {
  const file = FILES[target];
  if (file !== undefined) return [join(folder, file)];
  const backups = readdirSync(join(folder, 'backups')).sort();
  return (target === 'newest backup' ? backups.slice(-1) : backups).map((name) => join(folder, 'backups', name));
}
