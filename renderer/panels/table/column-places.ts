/** A column of the sheet: where it begins behind the numbers of the rows, and how wide it is, in pixels. */
export interface ColumnPlace {
  name: string;
  index: number;
  start: number;
  width: number;
}

const LETTER = 9.2;
const PADDING = 26;
/** Room for the arrow of the order. */
const ARROW = 30;
const NARROWEST = 110;
const WIDEST = 420;
/** Rows that are looked at for the width of their cells. */
const SAMPLE = 60;

/** Columns as wide as their name and most of their cells, and together at least as wide as the room there is. */
export function columnPlaces(columns: readonly string[], rows: readonly (readonly string[])[], room: number): ColumnPlace[] {
  const sample = rows.slice(0, SAMPLE);
  const widths = columns.map((name, index) => {
    const longest = Math.max(0, ...sample.map((cells) => lettersOf(cells[index] ?? '')));
    return Math.max(NARROWEST, Math.min(WIDEST, Math.max(lettersOf(name) * LETTER + ARROW, longest * LETTER) + PADDING));
  });
  const all = widths.reduce((sum, width) => sum + width, 0);
  const stretch = all > 0 && all < room ? room / all : 1;
  let start = 0;
  return columns.map((name, index) => {
    const isLast = index === columns.length - 1;
    const width = isLast && stretch > 1 ? room - start : Math.floor((widths[index] ?? NARROWEST) * stretch);
    const place = { name, index, start, width };
    start += width;
    return place;
  });
}

/** Chinese letters and their like are twice as wide. */
function lettersOf(text: string): number {
  const [line = ''] = text.slice(0, 200).split(/\r\n|\r|\n/, 1);
  return line.length + (line.match(/[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0);
}
