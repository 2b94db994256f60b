/** The most slices of a printer. */
export const MAX_SLICES = 64;

const MAX_NAME_LENGTH = 50;
/** Millimetres by which `sliceHeight` may differ from its share of the height: clients round. */
const ROUNDING = 0.01;

/** The part of a printer's configuration that says which print heads print which part of its height. */
export interface SlicedArea {
  /** Millimetres. */
  height: number;
  /** Millimetres; absent: an even share of the height. */
  sliceHeight?: number | undefined;
  /** From the upper edge of a print to its lower edge; absent: one. */
  slices?: readonly { phs: readonly string[]; inkSupplies?: readonly string[] | undefined }[] | undefined;
}

/** What is wrong with the slices of a configuration, and the path of the field. */
export interface SliceFault {
  kind: keyof typeof SLICE_FAULTS;
  path: (string | number)[];
}

/** The messages of faults, as all messages about a field. */
export const SLICE_FAULTS = {
  headMissing: 'must name at least one print head',
  nameWrong: `must have 1 to ${MAX_NAME_LENGTH} characters`,
  headTaken: 'is already the name of another print head',
  supplyTaken: 'is already named for this slice',
  heightWrong: 'must be the height divided by the number of slices',
} as const;

/** The height of one slice in millimetres: as configured, or an even share of the whole height. */
export function sliceHeightOf({ height, sliceHeight, slices }: SlicedArea): number {
  return sliceHeight ?? Math.round((height / (slices?.length ?? 1)) * 1_000) / 1_000;
}

/** Every fault: the slices together are as high as the print area, and the name of a print head identifies it. */
export function findSliceFaults(area: SlicedArea): SliceFault[] {
  const { height, slices = [] } = area;
  const share = height / Math.max(1, slices.length);
  const heads = new Set<string>();
  const faults: SliceFault[] = [];
  if (Math.abs(sliceHeightOf(area) - share) > ROUNDING) faults.push({ kind: 'heightWrong', path: ['sliceHeight'] });
  for (const [index, { phs, inkSupplies = [] }] of slices.entries()) {
    const path = ['slices', index, 'phs'];
    if (phs.length === 0) faults.push({ kind: 'headMissing', path });
    faults.push(...nameFaults(phs, { path, taken: heads, kind: 'headTaken' }));
    faults.push(...nameFaults(inkSupplies, { path: ['slices', index, 'inkSupplies'], taken: new Set(), kind: 'supplyTaken' }));
  }
  return faults;
}

/** Adds the names to `taken`. */
function nameFaults(names: readonly string[], { path, taken, kind }: SliceFault & { taken: Set<string> }): SliceFault[] {
  return names.flatMap((name, index): SliceFault[] => {
    const own = [...path, index];
    if (name.trim() === '' || name.length > MAX_NAME_LENGTH) return [{ kind: 'nameWrong', path: own }];
    if (taken.has(name)) return [{ kind, path: own }];
    taken.add(name);
    return [];
  });
}
