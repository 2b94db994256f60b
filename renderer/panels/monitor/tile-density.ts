/** `row` is one line, for a printer without a job. */
export type Density = 'roomy' | 'normal' | 'compact' | 'row';

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
export const ROW: TileSize = { density: 'row', minWidth: 396, height: 52, gap: 8 };
const TILES: readonly TileSize[] = [
  { density: 'roomy', minWidth: 390, height: 300, gap: 12 },
  { density: 'normal', minWidth: 280, height: 207, gap: 12 },
  SMALLEST_NORMAL,
];
/** Bar, page margins, and the gap above the board. */
const AROUND = 60 + 16 + 24 + 8;
const HEADING = 30;
/** The heading of a line is a link, with the height of a target. */
const LINE_HEADING = 52;
const SECTION_GAP = 16;
const SIDES = 32;
/** Between the tiles and the rows of a section. */
const ROWS_GAP = 12;
/** The largest height of tiles that share the height of the window. */
const TALLEST: Record<Density, number> = { roomy: 460, normal: 340, compact: 150, row: 52 };
/** The largest width of tiles that share the width of the window. */
const WIDEST = 480;
/** What few tiles leave free below them, for the offer of the tour. */
const BELOW = 86;

export interface Crowd {
  /** The number of printers per section, and whether it is that of a line. */
  sections: readonly { tiles: number; rows: number; isLine?: boolean }[];
  hasHeadings: boolean;
}

interface Area {
  width: number;
  height: number;
  /** The height of what is above the board. */
  top: number;
}

/** The largest tiles with which all sections fit the window; compact tiles with scrolling if none do. Tiles share the width and height that are left. */
export function tileSize({ sections, hasHeadings }: Crowd, { width, height, top }: Area): TileSize {
  const headings = hasHeadings ? sections.reduce((sum, { isLine }) => sum + (isLine ? LINE_HEADING : HEADING), 0) : 0;
  const space = height - AROUND - top - headings - Math.max(0, sections.length - 1) * SECTION_GAP;
  const heightOf = (count: number, size: TileSize): number => {
    const rows = rowsOf(count, size, width);
    return rows * size.height + Math.max(0, rows - 1) * size.gap;
  };
  const needed = (size: TileSize): number =>
    sections.reduce(
      (sum, { tiles, rows }) => sum + heightOf(tiles, size) + heightOf(rows, ROW) + (tiles > 0 && rows > 0 ? ROWS_GAP : 0),
      0,
    );
  const fitting = TILES.find((size) => needed(size) <= space) ?? COMPACT;
  if (needed(fitting) > space) return fitting;
  const columns = Math.max(1, ...sections.map(({ tiles }) => Math.ceil(tiles / Math.max(1, rowsOf(tiles, fitting, width)))));
  const widest = Math.floor((width - SIDES + fitting.gap) / columns) - fitting.gap;
  const rows = sections.reduce((sum, { tiles }) => sum + rowsOf(tiles, fitting, width), 0);
  const spare = Math.floor((space - (fitting.density === 'roomy' ? BELOW : 0) - needed(fitting)) / Math.max(1, rows));
  const minWidth = Math.max(fitting.minWidth, Math.min(WIDEST, widest));
  return { ...fitting, minWidth, height: Math.min(TALLEST[fitting.density], fitting.height + Math.max(0, spare)) };
}

function rowsOf(count: number, { minWidth, gap }: TileSize, width: number): number {
  const columns = Math.max(1, Math.floor((width - SIDES + gap) / (minWidth + gap)));
  return Math.ceil(count / columns);
}
