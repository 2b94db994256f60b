/** A column of the sheet: its offset after the row numbers and its width, in pixels. */
export interface ColumnLayout {
  name: string;
  index: number;
  start: number;
  width: number;
}

const LETTER = 9.2;
const PADDING = 26;
/** Space for the sort arrow, in pixels. */
const ARROW = 30;
const NARROWEST = 110;
const WIDEST = 420;
/** The number of rows whose cells determine the widths. */
const SAMPLE = 60;

/** Columns as wide as their name and most of their cells, and together at least as wide as the available space. */
export function layoutColumns(columns: readonly string[], rows: readonly (readonly string[])[], visibleWidth: number): ColumnLayout[] {
  const sample = rows.slice(0, SAMPLE);
  const widths = columns.map((name, index) => {
    const longest = Math.max(0, ...sample.map((cells) => lettersOf(cells[index] ?? '')));
    return Math.max(NARROWEST, Math.min(WIDEST, Math.max(lettersOf(name) * LETTER + ARROW, longest * LETTER) + PADDING));
  });
  const all = widths.reduce((sum, width) => sum + width, 0);
  const stretch = all > 0 && all < visibleWidth ? visibleWidth / all : 1;
  let start = 0;
  return columns.map((name, index) => {
    const isLast = index === columns.length - 1;
    const width = isLast && stretch > 1 ? visibleWidth - start : Math.floor((widths[index] ?? NARROWEST) * stretch);
    const place = { name, index, start, width };
    start += width;
    return place;
  });
}

/** CJK characters count double, because they are twice as wide. */
function lettersOf(text: string): number {
  const [line = ''] = text.slice(0, 200).split(/\r\n|\r|\n/, 1);
  return line.length + (line.match(/[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0);
}
