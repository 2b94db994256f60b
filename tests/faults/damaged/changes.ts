import type { Random } from '#support/random.ts';

/** What a fault makes of the bytes of a file; undefined takes the file away. */
export type Change = (bytes: Buffer, random: Random) => Buffer | undefined;

const SECTOR = 512;
const PAGE = 4_096;
const HEADER = 100;
/** Of the header of SQLite's log, and of each of its frames. */
const LOG_HEADER = 32;
const FRAME = 24 + PAGE;

/** First bytes of a page of a table, and of an index or a table without row ids. */
const TABLE_PAGES = [0x05, 0x0d];
const INDEX_PAGES = [0x02, 0x0a];

/** One bit to eight of them, anywhere. */
export const flipBits: Change = (bytes, random) => {
  const changed = Buffer.from(bytes);
  for (let left = random.whole(1, 8); left > 0 && changed.length > 0; left -= 1) flip(changed, random.whole(0, changed.length - 1), random);
  return changed;
};

/** Of a page only the first sectors were written; the rest is noise. */
export const tearPage: Change = (bytes, random) => {
  const page = somePage(bytes, random);
  return overwrite(bytes, [page + SECTOR * random.whole(1, PAGE / SECTOR - 1), page + PAGE], () => random.whole(0, 255));
};

/** A block of sectors reads as zeros. */
export const blankBlock: Change = (bytes, random) => {
  const from = SECTOR * random.whole(0, Math.max(0, Math.floor(bytes.length / SECTOR) - 1));
  return overwrite(bytes, [from, from + SECTOR * random.whole(1, 32)], () => 0);
};

export const cutTail: Change = (bytes, random) => bytes.subarray(0, random.whole(1, Math.max(1, bytes.length - 1)));

export const emptyFile: Change = () => Buffer.alloc(0);

export const takeAway: Change = () => undefined;

/** Other bytes of the same length. */
export const garble: Change = (bytes, random) => overwrite(bytes, [0, bytes.length], () => random.whole(0, 255));

/** One byte of the header is another one. */
export const changeHeader: Change = (bytes, random) => {
  const at = random.whole(0, HEADER - 1);
  return overwrite(bytes, [at, at + 1], (before) => before ^ random.whole(1, 255));
};

export const changeTablePage: Change = (bytes, random) => changePageOf(TABLE_PAGES, bytes, random);
export const changeIndexPage: Change = (bytes, random) => changePageOf(INDEX_PAGES, bytes, random);

/** The log ends where a frame ends, as if the ones behind it had never been written. */
export const cutFrames: Change = (bytes, random) => {
  const frames = Math.floor((bytes.length - LOG_HEADER) / FRAME);
  return bytes.subarray(0, LOG_HEADER + FRAME * random.whole(0, Math.max(0, frames - 1)));
};

/** Some bytes in the middle of a page that begins like these. */
function changePageOf(kinds: readonly number[], bytes: Buffer, random: Random): Buffer {
  const pages = Array.from({ length: Math.floor(bytes.length / PAGE) }, (_, index) => index * PAGE);
  const fitting = pages.filter((page) => kinds.includes(bytes[page] ?? 0));
  const from = (fitting.length === 0 ? 0 : random.pick(fitting)) + random.whole(0, PAGE - 64);
  return overwrite(bytes, [from, from + random.whole(1, 64)], () => random.whole(0, 255));
}

function somePage(bytes: Buffer, random: Random): number {
  return PAGE * random.whole(0, Math.max(0, Math.floor(bytes.length / PAGE) - 1));
}

function flip(bytes: Buffer, at: number, random: Random): void {
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.whole(0, 7)), at);
}

/** The bytes from `from` to before `to`, as far as there are so many. */
function overwrite(bytes: Buffer, [from, to]: [number, number], byte: (before: number) => number): Buffer {
  const changed = Buffer.from(bytes);
  for (let at = from; at < Math.min(to, changed.length); at += 1) changed.writeUInt8(byte(changed.readUInt8(at)), at);
  return changed;
}
