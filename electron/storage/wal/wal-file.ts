import { endianness } from 'node:os';

/*
 * SQLite's WAL file and WAL index (https://sqlite.org/fileformat2.html#walformat, https://sqlite.org/walformat.html).
 */

/** The salts of a WAL header in hexadecimal. They are random for a new WAL; the first one is incremented whenever the WAL restarts. */
export type WalSalts = string;

/** The valid part of a WAL. */
export interface ParsedWal {
  salts: WalSalts;
  /** Valid frames up to the last commit: those that SQLite reads. */
  frames: number;
  /** More than one commit with the same salts follows the valid frames: durable commits between them are lost. */
  hasLaterCommits: boolean;
}

const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;
const SALTS = { at: 16, end: 24 };
/** Bytes of the header that its checksum covers. */
const HEADER_SUMMED = 24;
/** Bytes of a frame header that the checksum covers; the page follows. */
const FRAME_SUMMED = 8;

type Sums = readonly [number, number];

/** Parses a WAL; undefined without a valid header. */
export function parseWal(log: Buffer): ParsedWal | undefined {
  if (log.length < HEADER) return undefined;
  const magic = log.readUInt32BE(0);
  const pageSize = log.readUInt32BE(8);
  if ((magic & ~1) !== MAGIC || pageSize < 512 || pageSize > 65_536) return undefined;
  const isBig = (magic & 1) === 1;
  const sums = sumOn([0, 0], log.subarray(0, HEADER_SUMMED), isBig);
  if (!isSummed(log, HEADER_SUMMED, sums)) return undefined;
  return { salts: log.toString('hex', SALTS.at, SALTS.end), ...readFrames(log, { pageSize, isBig, sums }) };
}

interface WalFormat {
  pageSize: number;
  isBig: boolean;
  /** Checksum of the header. */
  sums: Sums;
}

function readFrames(log: Buffer, { pageSize, isBig, sums: first }: WalFormat): Pick<ParsedWal, 'frames' | 'hasLaterCommits'> {
  const size = FRAME_HEADER + pageSize;
  let [sums, at, valid, frames] = [first, HEADER, 0, 0];
  for (; at + size <= log.length && hasSalts(log, at); at += size) {
    sums = sumOn(sums, log.subarray(at, at + FRAME_SUMMED), isBig);
    sums = sumOn(sums, log.subarray(at + FRAME_HEADER, at + size), isBig);
    if (!isSummed(log, at + 16, sums)) break;
    valid += 1;
    if (isCommit(log, at)) frames = valid;
  }
  return { frames, hasLaterCommits: hasCommitsFrom(log, at, size) };
}

/** One commit may have been torn by a power cut before it was durable. A second one proves a loss, since it starts only after the first is durable. */
function hasCommitsFrom(log: Buffer, from: number, size: number): boolean {
  let committed: Buffer | undefined;
  for (let at = from; at + size <= log.length; at += size) {
    if (!hasSalts(log, at)) continue;
    const page = log.subarray(at + FRAME_HEADER, at + size);
    // SQLite may repeat the last frame of a commit to fill a sector.
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

/** The header of the WAL index (`-shm` file). */
export interface ParsedWalIndex {
  salts: WalSalts;
  frames: number;
}

/** Size of the header of the WAL index; a copy follows it. */
export const INDEX_HEADER = 48;
const INDEX_SUMMED = 40;

/** Undefined for an uninitialized or invalid header. */
export function parseWalIndex(index: Buffer): ParsedWalIndex | undefined {
  if (index.length < INDEX_HEADER) return undefined;
  const isBig = endianness() === 'BE';
  const isFilled = index.readUInt8(12) !== 0;
  const [one, two] = sumOn([0, 0], index.subarray(0, INDEX_SUMMED), isBig);
  if (!isFilled || word(index, INDEX_SUMMED, isBig) !== one || word(index, INDEX_SUMMED + 4, isBig) !== two) return undefined;
  return { salts: index.toString('hex', 32, INDEX_SUMMED), frames: word(index, 16, isBig) };
}

/** How many times a WAL has restarted between two salts; undefined when they are not of the same WAL, or in the reverse order. */
export function walsBetween(before: WalSalts, after: WalSalts): number | undefined {
  const steps = (Number.parseInt(after.slice(0, 8), 16) - Number.parseInt(before.slice(0, 8), 16)) >>> 0;
  return (steps === 0 && before !== after) || steps > MAX_STEPS ? undefined : steps;
}

/** One restart per second for a year. */
const MAX_STEPS = 2 ** 25;

function word(bytes: Buffer, at: number, isBig: boolean): number {
  return isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
}

function isSummed(log: Buffer, at: number, [one, two]: Sums): boolean {
  return log.readUInt32BE(at) === one && log.readUInt32BE(at + 4) === two;
}

/** Continues SQLite's WAL checksum over `bytes`. */
function sumOn([one, two]: Sums, bytes: Buffer, isBig: boolean): Sums {
  let [a, b] = [one, two];
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    a = (a + word(bytes, at, isBig) + b) >>> 0;
    b = (b + word(bytes, at + 4, isBig) + a) >>> 0;
  }
  return [a, b];
}
