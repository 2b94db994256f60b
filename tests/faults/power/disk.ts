import type { Random } from '#support/random.ts';
import { Content } from './content.ts';
import type { Step } from './trace.ts';

const SECTOR = 512;

type Change = Extract<Step, { act: 'write' | 'truncate' }>;
type Renaming = Extract<Step, { act: 'create' | 'rename' | 'unlink' }>;
type Pending<Kind> = Kind & { at: number };

interface File {
  durable: Content;
  /** Changes that are not synced yet. */
  pending: Pending<Change>[];
}

/** The files that remain after a power cut, by path. */
export type Remains = Map<string, Buffer>;

/**
 * A disk that guarantees only synced data. Every other write may be present, absent or partial at sector boundaries, independently of
 * earlier ones; names may be old or new until their folder is synced.
 */
export class Disk {
  readonly #files = new Map<number, File>();
  readonly #names = new Map<string, number>();
  #pendingNames: Pending<Renaming>[] = [];

  /** Applies the step with this number. */
  do(step: Step, at: number): void {
    if (step.act === 'write' || step.act === 'truncate') this.#file(step.file).pending.push({ ...step, at });
    else if (step.act === 'sync') this.#sync(this.#file(step.file), step.since);
    else if (step.act === 'sync-folder') this.#syncFolder(step.path, step.since);
    else if (step.act !== 'say') this.#pendingNames.push({ ...step, at });
  }

  /** Simulates a power cut without changing the disk, so that it can be repeated. */
  cut(random: Random): Remains {
    const names = new Map(this.#names);
    const luck = chance(random);
    for (const renaming of this.#pendingNames) if (random.fraction() < luck) rename(names, renaming);
    return new Map([...names].map(([path, file]) => [path, whatIsLeft(this.#file(file), random)]));
  }

  #file(number: number): File {
    const known = this.#files.get(number);
    if (known) return known;
    const file = { durable: new Content(), pending: [] };
    this.#files.set(number, file);
    return file;
  }

  #sync(file: File, since: number): void {
    for (const step of file.pending) if (step.at < since) change(file.durable, step);
    file.pending = file.pending.filter(({ at }) => at >= since);
  }

  #syncFolder(path: string, since: number): void {
    const isDurable = (renaming: Pending<Renaming>) => renaming.at < since && parentOf(renaming.path) === path;
    for (const renaming of this.#pendingNames.filter(isDurable)) rename(this.#names, renaming);
    this.#pendingNames = this.#pendingNames.filter((renaming) => !isDurable(renaming));
  }
}

/** Probability that a write survives: none, all, or random. */
function chance(random: Random): number {
  return random.pick([0, 0.5, 0.9, 1]);
}

function whatIsLeft({ durable, pending }: File, random: Random): Buffer {
  const luck = chance(random);
  const isTorn = random.whole(0, 1) === 1;
  const left = durable.copy();
  for (const step of pending) {
    if (random.fraction() < luck) change(left, step);
    else if (isTorn && step.act === 'write') for (const sector of sectorsOf(step, random)) change(left, sector);
  }
  return left.bytes();
}

/** A random subset of the sectors of a write. */
function sectorsOf(step: Pending<Change> & { act: 'write' }, random: Random): Pending<Change>[] {
  const sectors: Pending<Change>[] = [];
  for (let begin = 0; begin < step.bytes.length;) {
    const end = Math.min(step.bytes.length, begin + SECTOR - ((step.offset + begin) % SECTOR));
    if (random.whole(0, 1) === 1) sectors.push({ ...step, offset: step.offset + begin, bytes: step.bytes.subarray(begin, end) });
    begin = end;
  }
  return sectors;
}

function change(content: Content, step: Change): void {
  if (step.act === 'truncate') content.truncate(step.size);
  else content.write(step.offset, step.bytes);
}

function rename(names: Map<string, number>, renaming: Renaming): void {
  if (renaming.act === 'create') names.set(renaming.path, renaming.file);
  if (renaming.act === 'unlink') names.delete(renaming.path);
  const file = names.get(renaming.path);
  if (renaming.act !== 'rename' || file === undefined) return;
  names.delete(renaming.path);
  names.set(renaming.to, file);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
