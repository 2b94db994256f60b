import { PNG } from 'pngjs';
import { pngChunk, pngFile } from '../../tests/support/png-file.ts';

/** Number of colours in the palette. */
const COLOURS = 256;

/**
 * Reduces a screenshot to its 256 most frequent colours; others become the nearest of them. The page's greys and few alarm colours show no
 * visible difference, and the file is a third of the size.
 */
export function reducePalette(bytes: Buffer): Buffer {
  const { width, height, data } = PNG.sync.read(bytes);
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour]) => colour);
  const palette = sorted.slice(0, COLOURS);
  const indexes = new Map(sorted.map((colour, rank) => [colour, rank < COLOURS ? rank : nearest(palette, colour)]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows[y * (width + 1) + 1 + x] = indexes.get(data.readUIntBE((y * width + x) * 4, 3)) ?? 0;
    }
  }
  const colours = Buffer.alloc(palette.length * 3);
  palette.forEach((colour, index) => colours.writeUIntBE(colour, index * 3, 3));
  return pngFile({ width, height, depth: 8, colorType: 3 }, rows, [pngChunk('PLTE', colours)]);
}

function nearest(palette: readonly number[], colour: number): number {
  const distances = palette.map((other) => distance(other, colour));
  return distances.indexOf(Math.min(...distances));
}

function distance(a: number, b: number): number {
  const parts = [16, 8, 0].map((shift) => ((a >> shift) & 255) - ((b >> shift) & 255));
  return parts.reduce((sum, part) => sum + part * part, 0);
}
