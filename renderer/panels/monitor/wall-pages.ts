import type { LinePrinter } from '#contract/station/lines.ts';
import type { TileGroup } from './tile-groups.ts';

/** The size of a tile before scaling. */
const TILE = { width: 280, height: 207 };
const GAP = 10;
/** The minimum and maximum scale of a tile: legible from two metres, and not oversized. */
const ZOOM = { least: 1.4, most: 3 };

interface Size {
  width: number;
  height: number;
}

/** One screen: the printers of a line, or a part of them. */
export interface WallPage {
  key: string;
  title: string;
  tiles: readonly LinePrinter[];
  /** From 1; a line that fits one screen has one part. */
  part: number;
  parts: number;
  /** A printer of the page is in error. */
  isCritical: boolean;
}

/** The number of legible tiles that fit an area, at least one. */
export function wallCapacity({ width, height }: Size): number {
  const columns = Math.floor(width / ((TILE.width + GAP) * ZOOM.least));
  const rows = Math.floor(height / ((TILE.height + GAP) * ZOOM.least));
  return Math.max(1, columns) * Math.max(1, rows);
}

/** Splits lines that do not fit one screen into parts of similar size, so that a printer always has the same position. */
export function wallPages(groups: readonly TileGroup[], capacity: number, isCritical: (tile: LinePrinter) => boolean): WallPage[] {
  return groups.flatMap(({ key, title, tiles }) => {
    const parts = Math.ceil(tiles.length / capacity);
    const size = Math.ceil(tiles.length / Math.max(1, parts));
    return Array.from({ length: parts }, (_, index) => {
      const own = tiles.slice(index * size, (index + 1) * size);
      return { key: `${key} ${index}`, title, tiles: own, part: index + 1, parts, isCritical: own.some(isCritical) };
    });
  });
}

/** The number of columns with which the tiles are largest, and their scale. */
export function wallGrid(tiles: number, { width, height }: Size): { columns: number; zoom: number } {
  const layouts = Array.from({ length: Math.max(1, tiles) }, (_, index) => {
    const columns = index + 1;
    const rows = Math.ceil(tiles / columns);
    const zoom = Math.min(width / columns / (TILE.width + GAP), height / Math.max(1, rows) / (TILE.height + GAP), ZOOM.most);
    return { columns, zoom };
  });
  return layouts.reduce((best, next) => (next.zoom > best.zoom ? next : best));
}
