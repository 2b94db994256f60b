import type { LinePrinter } from '#contract/station/lines.ts';
import { isInAlarm, STANDINGS, type Standing } from '../../stores/fleet/printer-standing.ts';
import type { TileGroup } from './tile-groups.ts';

/** The size of a tile before scaling. */
const TILE = { width: 280, height: 207 };
const GAP = 10;
/** The minimum and maximum scale of a tile: legible from two metres, and not oversized. */
const ZOOM = { least: 1.25, most: 3 };

interface Size {
  width: number;
  height: number;
}

/** One screen: the printers in alarm, or those of a line, or a part of them. */
export interface WallPage {
  key: string;
  /** Undefined for the printers in alarm. */
  title: string | undefined;
  tiles: readonly LinePrinter[];
  /** From 1; a line that fits one screen has one part. */
  part: number;
  parts: number;
  /** A printer of the page is in error. */
  isCritical: boolean;
}

export interface WallInput {
  groups: readonly TileGroup[];
  /** The number of tiles on one screen. */
  capacity: number;
  standingOf: (tile: LinePrinter) => Standing | undefined;
}

/** The number of legible tiles that fit an area, at least one. */
export function wallCapacity({ width, height }: Size): number {
  const columns = Math.floor(width / ((TILE.width + GAP) * ZOOM.least));
  const rows = Math.floor(height / ((TILE.height + GAP) * ZOOM.least));
  return Math.max(1, columns) * Math.max(1, rows);
}

/**
 * The screens of a wall. Printers in alarm have the first one, the most urgent first; a plant that fits one screen shows them at its beginning. Lines
 * that do not fit one screen are split into parts of similar size, so that a printer always has the same position.
 */
export function wallPages({ groups, capacity, standingOf }: WallInput): WallPage[] {
  const rankOf = (tile: LinePrinter): number => STANDINGS.indexOf(standingOf(tile) ?? 'lost');
  const byUrgency = (tiles: readonly LinePrinter[]): LinePrinter[] => [...tiles].sort((a, b) => rankOf(a) - rankOf(b));
  const isCritical = (tile: LinePrinter): boolean => standingOf(tile) === 'critical';
  const pagesOf = ({ key, title, tiles }: Pick<WallPage, 'key' | 'title' | 'tiles'>): WallPage[] => {
    const parts = Math.ceil(tiles.length / capacity);
    const size = Math.ceil(tiles.length / Math.max(1, parts));
    return Array.from({ length: parts }, (_, index) => {
      const own = tiles.slice(index * size, (index + 1) * size);
      return { key: `${key} ${index}`, title, tiles: own, part: index + 1, parts, isCritical: false };
    });
  };
  const lines = groups.flatMap(pagesOf);
  if (lines.length === 1) return lines.map((page) => ({ ...page, tiles: byUrgency(page.tiles), isCritical: page.tiles.some(isCritical) }));
  const inAlarm = byUrgency(groups.flatMap(({ tiles }) => tiles).filter((tile) => isInAlarm(standingOf(tile))));
  const alarms = pagesOf({ key: 'alarms', title: undefined, tiles: inAlarm });
  return [...alarms.map((page) => ({ ...page, isCritical: page.tiles.some(isCritical) })), ...lines];
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
