export type Density = 'roomy' | 'normal' | 'compact';

/** The minimum width and the height of a tile, and the gap, in pixels. */
export interface TileSize {
  density: Density;
  minWidth: number;
  height: number;
  gap: number;
}

export const COMPACT: TileSize = { density: 'compact', minWidth: 232, height: 121, gap: 8 };
/** The smallest tiles that show everything. */
export const SMALLEST_NORMAL: TileSize = { density: 'normal', minWidth: 236, height: 197, gap: 12 };
const TILES: readonly TileSize[] = [
  { density: 'roomy', minWidth: 390, height: 300, gap: 12 },
  { density: 'normal', minWidth: 280, height: 207, gap: 12 },
  SMALLEST_NORMAL,
];
/** Bar, summary and page margins. */
const AROUND = 60 + 52 + 16 + 24;
const HEADING = 30;
const GROUP_GAP = 16;
const SIDES = 32;

interface Crowd {
  /** The number of printers per group. */
  groups: readonly number[];
  hasHeadings: boolean;
}

/** The largest tiles with which all groups fit the window; compact tiles with scrolling if none do. */
export function tileSize({ groups, hasHeadings }: Crowd, window: { width: number; height: number }): TileSize {
  const fitting = TILES.find((tile) => {
    const columns = Math.max(1, Math.floor((window.width - SIDES + tile.gap) / (tile.minWidth + tile.gap)));
    const rows = groups.map((printers) => Math.ceil(printers / columns));
    const tiles = rows.reduce((sum, count) => sum + count * (tile.height + tile.gap) - (count > 0 ? tile.gap : 0), 0);
    const headings = groups.length * (hasHeadings ? HEADING : 0) + Math.max(0, groups.length - 1) * GROUP_GAP;
    return AROUND + headings + tiles <= window.height;
  });
  return fitting ?? COMPACT;
}
