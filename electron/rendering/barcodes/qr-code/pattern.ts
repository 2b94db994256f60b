import { alignmentCentres } from './versions.ts';

/** Function patterns row by row: dark, light, or undefined for data modules. */
export type Pattern = readonly (readonly (boolean | undefined)[])[];

type SetModule = (row: number, column: number, isDark: boolean) => void;

/** Colours by distance from the centre. A finder pattern has a light separator. */
const FINDER = [true, true, false, true, false];
const ALIGNMENT = [true, false, true];

/** Row and column of the 15 format bits, most significant first, in both places. */
export function formatPlaces(size: number): readonly { row: number; column: number }[][] {
  return Array.from({ length: 15 }, (_, index) => {
    const early = index < 6 ? index : index + 1;
    const beside = index < 8 ? { row: 8, column: early } : { row: index === 8 ? 7 : 14 - index, column: 8 };
    const far = index < 7 ? { row: size - 1 - index, column: 8 } : { row: 8, column: size - 15 + index };
    return [beside, far];
  });
}

/** Row and column of the 18 version bits, most significant first; empty for versions without them. */
export function versionPlaces(size: number): readonly { row: number; column: number }[][] {
  if (size < 45) return [];
  return Array.from({ length: 18 }, (_, index) => {
    const [along, across] = [5 - Math.floor(index / 3), size - 9 - (index % 3)];
    return [
      { row: along, column: across },
      { row: across, column: along },
    ];
  });
}

/** All function patterns of a version. Format modules are dark and version modules light, as ISO/IEC 18004 assumes for the choice of the mask. */
export function drawPattern(version: number, size: number): Pattern {
  const pattern = Array.from({ length: size }, () => Array.from<boolean | undefined>({ length: size }));
  const set: SetModule = (row, column, isDark) => {
    const line = pattern[row];
    if (line && column >= 0 && column < size) line[column] = isDark;
  };
  for (let index = 8; index < size - 8; index += 1) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  for (const { row, column } of finderCentres(size)) drawRings(set, { row, column, rings: FINDER });
  for (const { row, column } of alignments(version, size)) drawRings(set, { row, column, rings: ALIGNMENT });
  for (const { row, column } of formatPlaces(size).flat()) set(row, column, true);
  for (const { row, column } of versionPlaces(size).flat()) set(row, column, false);
  set(size - 8, 8, false);
  return pattern;
}

/** The data modules in the order of the bits: upward and downward through pairs of columns, from the right (ISO/IEC 18004, 7.7.3). */
export function dataPath(size: number, pattern: Pattern): { row: number; column: number }[] {
  const path = [];
  for (let pair = 0; pair < (size - 1) / 2; pair += 1) {
    const right = size - 1 - 2 * pair;
    // The column of the vertical timing pattern belongs to no pair.
    const first = right > 6 ? right : right - 1;
    for (let step = 0; step < size; step += 1) {
      const row = pair % 2 === 0 ? size - 1 - step : step;
      for (const column of [first, first - 1]) if (pattern[row]?.[column] === undefined) path.push({ row, column });
    }
  }
  return path;
}

function finderCentres(size: number): { row: number; column: number }[] {
  return [
    { row: 3, column: 3 },
    { row: 3, column: size - 4 },
    { row: size - 4, column: 3 },
  ];
}

/** Centres of the alignment patterns, except where finder patterns are. */
function alignments(version: number, size: number): { row: number; column: number }[] {
  const centres = alignmentCentres(version);
  const all = centres.flatMap((row) => centres.map((column) => ({ row, column })));
  return all.filter(
    ({ row, column }) => !finderCentres(size).some((finder) => Math.abs(finder.row - row) < 5 && Math.abs(finder.column - column) < 5),
  );
}

function drawRings(set: SetModule, { row, column, rings }: { row: number; column: number; rings: readonly boolean[] }): void {
  const radius = rings.length - 1;
  for (let down = -radius; down <= radius; down += 1) {
    for (let across = -radius; across <= radius; across += 1) {
      set(row + down, column + across, rings[Math.max(Math.abs(down), Math.abs(across))] ?? false);
    }
  }
}
