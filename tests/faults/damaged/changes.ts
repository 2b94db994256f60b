import type { Random } from '#support/random.ts';

/** Changes the bytes of a file; undefined removes the file. */
export type Change = (bytes: Buffer, random: Random) => Buffer | undefined;

const SECTOR = 512;
const PAGE = 4_096;
const HEADER = 100;
/** Sizes of the WAL header and of the headers of its frames. */
const LOG_HEADER = 32;
const FRAME = 24 + PAGE;

/** First bytes of b-tree pages: of a table, and of an index or a table without row ids. */
const TABLE_PAGES = [0x05, 0x0d];
const INDEX_PAGES = [0x02, 0x0a];

/** Flips one to eight bits at random places. */
export const flipBits: Change = (bytes, random) => {
  const changed = Buffer.from(bytes);
  for (let left = random.whole(1, 8); left > 0 && changed.length > 0; left -= 1) flip(changed, random.whole(0, changed.length - 1), random);
  return changed;
};

/** Writes only the first sectors of a page; the rest is noise. */
export const tearPage: Change = (bytes, random) => {
  const page = somePage(bytes, random);
  return overwrite(bytes, [page + SECTOR * random.whole(1, PAGE / SECTOR - 1), page + PAGE], () => random.whole(0, 255));
};

/** Replaces a block of sectors by zeros. */
export const blankBlock: Change = (bytes, random) => {
  const from = SECTOR * random.whole(0, Math.max(0, Math.floor(bytes.length / SECTOR) - 1));
  return overwrite(bytes, [from, from + SECTOR * random.whole(1, 32)], () => 0);
};

/** Cuts off the end of the file. */
export const cutTail: Change = (bytes, random) => bytes.subarray(0, random.whole(1, Math.max(1, bytes.length - 1)));

export const emptyFile: Change = () => Buffer.alloc(0);

export const takeAway: Change = () => undefined;

/** Replaces all bytes by random ones. */
export const garble: Change = (bytes, random) => overwrite(bytes, [0, bytes.length], () => random.whole(0, 255));

/** Changes one byte of the header. */
export const changeHeader: Change = (bytes, random) => {
  const at = random.whole(0, HEADER - 1);
  return overwrite(bytes, [at, at + 1], (before) => before ^ random.whole(1, 255));
};

export const changeTablePage: Change = (bytes, random) => changePageOf(TABLE_PAGES, bytes, random);
export const changeIndexPage: Change = (bytes, random) => changePageOf(INDEX_PAGES, bytes, random);

/** Ends the WAL at the end of a frame, as if later frames had never been written. */
export const cutFrames: Change = (bytes, random) => {
  const frames = Math.floor((bytes.length - LOG_HEADER) / FRAME);
  return bytes.subarray(0, LOG_HEADER + FRAME * random.whole(0, Math.max(0, frames - 1)));
};

/** Changes some bytes in the middle of a page with one of these first bytes. */
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

/** Overwrites the bytes from `from` to `to` (exclusive), as far as they exist. */
function overwrite(bytes: Buffer, [from, to]: [number, number], byte: (before: number) => number): Buffer {
  const changed = Buffer.from(bytes);
  for (let at = from; at < Math.min(to, changed.length); at += 1) changed.writeUInt8(byte(changed.readUInt8(at)), at);
  return changed;
}
