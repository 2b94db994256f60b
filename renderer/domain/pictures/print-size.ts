/** Millimetres. */
export interface PrintSize {
  width: number;
  height: number;
}

/** The part of the file that has the chunks before the pixels. */
const HEAD_BYTES = 4_096;
const SIGNATURE_BYTES = 8;
/** The length and the type of a chunk, and its checksum. */
const FRAME_BYTES = 12;
const PER_METRE = 1;

/** The size of a print from the resolution in its PNG, to a tenth of a millimetre; undefined if the file states none. */
export async function printSize(picture: Blob): Promise<PrintSize | undefined> {
  const head = new DataView(await picture.slice(0, HEAD_BYTES).arrayBuffer());
  const [dots, density] = [findChunk(head, 'IHDR', 8), findChunk(head, 'pHYs', 9)];
  if (dots === undefined || density === undefined || head.getUint8(density + 8) !== PER_METRE) return undefined;
  const side = (at: number): number => tenths((head.getUint32(dots + at) / head.getUint32(density + at)) * 1_000);
  const size = { width: side(0), height: side(4) };
  return Number.isFinite(size.width) && Number.isFinite(size.height) ? size : undefined;
}

/** Where the content of a chunk of at least `least` bytes begins. */
function findChunk(head: DataView, type: string, least: number): number | undefined {
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= head.byteLength; at += head.getUint32(at) + FRAME_BYTES) {
    const content = at + 8;
    if (typeAt(head, at + 4) === type) return content + least <= head.byteLength ? content : undefined;
  }
  return undefined;
}

function typeAt(head: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => head.getUint8(at + offset)));
}

function tenths(length: number): number {
  return Math.round(length * 10) / 10;
}
