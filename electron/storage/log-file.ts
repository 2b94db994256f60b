import { endianness } from 'node:os';

/** What names one log of SQLite: it is drawn when a log begins, and its first half grows by one each time that the log is filled anew. */
export type LogSalts = string;

/** A log as far as its check sums hold. */
export interface ReadLog {
  salts: LogSalts;
  /** Frames up to the last commit. SQLite takes these and no other. */
  frames: number;
  /** Behind them stands a commit of the same log, and more: what was made durable between them is lost. */
  hasLaterCommits: boolean;
}

const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;
const SALTS = { at: 16, end: 24 };
/** Without its own check sum. */
const HEADER_SUMMED = 24;
/** Of a frame's header; the page follows. */
const FRAME_SUMMED = 8;

type Sums = readonly [number, number];

/** Undefined when it does not begin as a log does. */
export function readLog(log: Buffer): ReadLog | undefined {
  if (log.length < HEADER) return undefined;
  const magic = log.readUInt32BE(0);
  const pageSize = log.readUInt32BE(8);
  if ((magic & ~1) !== MAGIC || pageSize < 512 || pageSize > 65_536) return undefined;
  const isBig = (magic & 1) === 1;
  const sums = sumOn([0, 0], log.subarray(0, HEADER_SUMMED), isBig);
  if (!isSummed(log, HEADER_SUMMED, sums)) return undefined;
  return { salts: log.toString('hex', SALTS.at, SALTS.end), ...readFrames(log, { pageSize, isBig, sums }) };
}

interface LogFormat {
  pageSize: number;
  isBig: boolean;
  /** Of the header. */
  sums: Sums;
}

function readFrames(log: Buffer, { pageSize, isBig, sums: first }: LogFormat): Pick<ReadLog, 'frames' | 'hasLaterCommits'> {
  const size = FRAME_HEADER + pageSize;
  let [sums, at, whole, frames] = [first, HEADER, 0, 0];
  for (; at + size <= log.length && hasSalts(log, at); at += size) {
    sums = sumOn(sums, log.subarray(at, at + FRAME_SUMMED), isBig);
    sums = sumOn(sums, log.subarray(at + FRAME_HEADER, at + size), isBig);
    if (!isSummed(log, at + 16, sums)) break;
    whole += 1;
    if (isCommit(log, at)) frames = whole;
  }
  return { frames, hasLaterCommits: hasCommitsFrom(log, at, size) };
}

/** A single commit is one that a power cut may have torn before anybody was told of it; the next one begins when that one is durable. */
function hasCommitsFrom(log: Buffer, from: number, size: number): boolean {
  let committed: Buffer | undefined;
  for (let at = from; at + size <= log.length; at += size) {
    if (!hasSalts(log, at)) continue;
    const page = log.subarray(at + FRAME_HEADER, at + size);
    // A commit may be followed by copies of itself, which fill up a sector.
    if (committed && !committed.equals(page)) return true;
    if (isCommit(log, at)) committed = page;
  }
  return false;
}

function isCommit(log: Buffer, frame: number): boolean {
  return log.readUInt32BE(frame + 4) !== 0;
}

function hasSalts(log: Buffer, frame: number): boolean {
  return log.compare(log, SALTS.at, SALTS.end, frame + 8, frame + 16) === 0;
}

/** What SQLite's index of the log, which lies in shared memory, says of it. It is written once a commit is durable. */
export interface ReadIndex {
  salts: LogSalts;
  frames: number;
}

/** Bytes of an index that say all this. A copy of the same follows in it. */
export const INDEX_HEADER = 48;
const INDEX_SUMMED = 40;

/** Undefined when there is nothing in it that can be relied upon. */
export function readLogIndex(index: Buffer): ReadIndex | undefined {
  if (index.length < INDEX_HEADER) return undefined;
  const isBig = endianness() === 'BE';
  const isFilled = index.readUInt8(12) !== 0;
  const [one, two] = sumOn([0, 0], index.subarray(0, INDEX_SUMMED), isBig);
  if (!isFilled || word(index, INDEX_SUMMED, isBig) !== one || word(index, INDEX_SUMMED + 4, isBig) !== two) return undefined;
  return { salts: index.toString('hex', 32, INDEX_SUMMED), frames: word(index, 16, isBig) };
}

/** How many times a log was filled anew between these two; undefined when they are not of one log, or not in this order. */
export function logsBetween(before: LogSalts, after: LogSalts): number | undefined {
  const steps = (Number.parseInt(after.slice(0, 8), 16) - Number.parseInt(before.slice(0, 8), 16)) >>> 0;
  return (steps === 0 && before !== after) || steps > MOST_STEPS ? undefined : steps;
}

/** A log of some megabytes each second for a year. */
const MOST_STEPS = 2 ** 25;

function word(bytes: Buffer, at: number, isBig: boolean): number {
  return isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
}

function isSummed(log: Buffer, at: number, [one, two]: Sums): boolean {
  return log.readUInt32BE(at) === one && log.readUInt32BE(at + 4) === two;
}

/** SQLite's check sum of a log, over pairs of words. */
function sumOn([one, two]: Sums, bytes: Buffer, isBig: boolean): Sums {
  let [a, b] = [one, two];
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    a = (a + word(bytes, at, isBig) + b) >>> 0;
    b = (b + word(bytes, at + 4, isBig) + a) >>> 0;
  }
  return [a, b];
}
