import type { PrinterProperties } from '#contract/api-v3/printer.ts';
import type { Rotation } from '#contract/api-v3/label.ts';
import type { Box } from '../label-document/design-object.ts';
import { parentPointer } from '../label-document/object-tree.ts';
import { sliceName } from '../printers/slice-name.ts';
import type { Axis, Displacement } from './align-objects.ts';
import type { Guide } from './snap-box.ts';

/** What one or more heads side by side print: millimetres from the upper edge of the print. */
export interface HeadSlice {
  /** The names of its heads; '' if the printer does not tell them. */
  name: string;
  top: number;
  bottom: number;
}

/** A label on the print: its size in millimetres before its rotation, and how far everything moves up after it. */
export interface LabelOnPrint {
  width: number;
  height: number;
  rotation: Rotation;
  vOffset: number;
}

/** The slices of a printer with several; otherwise none, because there is no choice. */
export function headSlices({ height = 0, slices = [], sliceHeight }: Partial<PrinterProperties> = {}): HeadSlice[] {
  const each = sliceHeight ?? height / slices.length;
  if (slices.length < 2 || !(each > 0)) return [];
  return slices.map(({ phs }, index) => ({ name: sliceName(phs), top: index * each, bottom: (index + 1) * each }));
}

/** What the slices that print an object are computed with. */
interface Printed {
  label: LabelOnPrint;
  /** Millimetres. */
  tolerance: number;
}

/** Indexes of the slices that print a box. An overlap of up to `tolerance` does not count: boxes are rounded to dots. */
export function slicesUnder(box: Box, slices: readonly HeadSlice[], { label, tolerance }: Printed): number[] {
  const { start, end } = spanOnPrint(box, label);
  const under = indexesOf(slices, ({ top, bottom }) => Math.min(end, bottom) - Math.max(start, top) > tolerance);
  if (under.length > 0) return under;
  const middle = (start + end) / 2;
  return indexesOf(slices, ({ top, bottom }) => top <= middle && middle < bottom);
}

/** Indexes of the slices that print each object, by pointer. Those of a group are those of its objects. */
export function slicesOfObjects(
  objects: readonly { pointer: string; box: Box }[],
  slices: readonly HeadSlice[],
  printed: Printed,
): Map<string, readonly number[]> {
  const found = new Map<string, readonly number[]>();
  for (const { pointer, box } of objects) {
    const under = slicesUnder(box, slices, printed);
    for (const own of [pointer, ...groupPointers(pointer)]) {
      found.set(
        own,
        [...new Set([...(found.get(own) ?? []), ...under])].sort((one, other) => one - other),
      );
    }
  }
  return found;
}

/** The pointers of the groups around an object. */
function groupPointers(pointer: string): string[] {
  const parent = parentPointer(pointer);
  return parent === '' ? [] : [parent, ...groupPointers(parent)];
}

/** The area of each slice on the label; undefined if the label does not reach it. */
export function sliceAreas(slices: readonly HeadSlice[], label: LabelOnPrint): (Box | undefined)[] {
  const { axis, side } = directionOf(label);
  return slices.map(({ top, bottom }) => {
    const [one, other] = [placeOnLabel(top, label), placeOnLabel(bottom, label)];
    const from = Math.max(0, Math.min(one, other));
    const to = Math.min(label[side], Math.max(one, other));
    return from < to ? { x: 0, y: 0, width: label.width, height: label.height, [axis]: from, [side]: to - from } : undefined;
  });
}

/** The borders between slices that cross the label. */
export function sliceBorders(slices: readonly HeadSlice[], label: LabelOnPrint): Guide[] {
  const { axis, side } = directionOf(label);
  const borders = slices.slice(1).map(({ top }) => ({ axis, at: placeOnLabel(top, label) }));
  return borders.filter(({ at }) => at > 0 && at < label[side]);
}

/** How a box moves to another slice: its distance from the upper edge of its slice stays, as far as it then fits. */
export function moveToSlice(box: Box, to: HeadSlice, { label, from }: { label: LabelOnPrint; from: HeadSlice | undefined }): Displacement {
  const { axis, side, isReversed } = directionOf(label);
  const { start, end } = spanOnPrint(box, label);
  const upper = Math.max(to.top, -label.vOffset);
  const lower = Math.min(to.bottom, label[side] - label.vOffset) - (end - start);
  const wished = to.top + start - (from?.top ?? to.top);
  const shift = Math.max(upper, Math.min(wished, lower)) - start;
  return { x: 0, y: 0, [axis]: isReversed ? -shift : shift };
}

/** The label with the side that its content determines long enough for all slices; one that is printed from its end has the length of its content. */
export function extendedLabel(
  label: LabelOnPrint,
  slices: readonly HeadSlice[],
  { isOpen }: { isOpen: Record<Axis, boolean> },
): LabelOnPrint {
  const { axis, side, isReversed } = directionOf(label);
  if (isReversed || !isOpen[axis]) return label;
  return { ...label, [side]: Math.max(label[side], (slices.at(-1)?.bottom ?? 0) + label.vOffset) };
}

interface Direction {
  /** The axis of the label that runs along the height of the print. */
  axis: Axis;
  side: 'width' | 'height';
  /** Whether it runs from the lower edge of the print to its upper edge. */
  isReversed: boolean;
}

function directionOf({ rotation }: LabelOnPrint): Direction {
  const isReversed = rotation === 'CW180' || rotation === 'CCW90';
  const isLying = rotation === 'CW90' || rotation === 'CCW90';
  return isLying ? { axis: 'x', side: 'width', isReversed } : { axis: 'y', side: 'height', isReversed };
}

function spanOnPrint(box: Box, label: LabelOnPrint): { start: number; end: number } {
  const { axis, side, isReversed } = directionOf(label);
  const start = (isReversed ? label[side] - box[axis] - box[side] : box[axis]) - label.vOffset;
  return { start, end: start + box[side] };
}

/** Where a line across the print lies on the label. */
function placeOnLabel(line: number, label: LabelOnPrint): number {
  const { side, isReversed } = directionOf(label);
  const along = line + label.vOffset;
  return isReversed ? label[side] - along : along;
}

function indexesOf(slices: readonly HeadSlice[], isMeant: (slice: HeadSlice) => boolean): number[] {
  return slices.flatMap((slice, index) => (isMeant(slice) ? [index] : []));
}
