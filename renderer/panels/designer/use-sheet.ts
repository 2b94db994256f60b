import { computed, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue';
import type { Label } from '#contract/api-v3/label.ts';
import type { Review } from '#contract/api-v3/simulation.ts';
import type { PrintTarget } from '#rendering/label-geometry.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { Rect } from '#rendering/raster/fill-rect.ts';
import { reviewLabel } from '#rendering/review/review-label.ts';
import { LabelSheet, type SheetPart } from '#rendering/sheet/label-sheet.ts';
import type { FontLibrary } from '#rendering/text/fonts.ts';
import type { Box } from './document/design-object.ts';
import { exactBox } from './document/exact-box.ts';
import { boxAround } from './document/moving.ts';

/** What a label is drawn on. */
export interface SheetTarget extends PrintTarget {
  /** Millimetres that the printer prints downwards; undefined where that is not known. */
  printableHeight: number | undefined;
}

/** Everything that is looked at after a change waits for a pause of this many milliseconds: it looks at all of the label. */
const REVIEW_AFTER = 300;

/** Draws in the page what the printer will print, and says where each object lies. */
export type PaintAreas = (sheet: LabelSheet, areas: readonly Rect[] | 'all') => void;

interface SheetSubject {
  label: Ref<Label>;
  values: Ref<PrintValues>;
  fonts: Ref<FontLibrary | undefined>;
  target: Ref<SheetTarget>;
}

/** The label as dots, painted anew wherever a change touches it, before the next frame is shown. */
export function useSheet({ label, values, fonts, target }: SheetSubject) {
  const sheet = computed(() => fonts.value && new LabelSheet(target.value, fonts.value));
  const parts = shallowRef<readonly SheetPart[]>([]);
  const size = shallowRef({ width: 0, height: 0 });
  const resolution = shallowRef({ x: 1, y: 1 });
  const fault = ref<string>();
  /** Grows whenever a dot may have changed: what looks at all of the label waits for that, and not for every second that passes. */
  const changes = ref(0);
  let paint: PaintAreas = () => undefined;

  function look(areas?: 'all'): void {
    const { value } = sheet;
    if (!value) return;
    const changed = value.take(label.value, values.value);
    parts.value = value.parts;
    resolution.value = value.resolution;
    if (value.size.width !== size.value.width || value.size.height !== size.value.height) size.value = value.size;
    fault.value = value.fault;
    if (changed === 'all' || changed.length > 0) changes.value += 1;
    paint(value, areas ?? changed);
  }

  watch([label, values, sheet], ([, , next], [, , before]) => {
    look(next === before ? undefined : 'all');
  });

  /** Where the picture goes; it is painted there at once. */
  function paintOn(painter: PaintAreas): void {
    paint = painter;
    look('all');
  }

  return { parts, size, resolution, fault, paintOn, ...useReview({ label, values, fonts, target }, changes) };
}

/** What is to be said about the label, once somebody pauses. */
function useReview({ label, values, fonts, target }: SheetSubject, changes: Ref<number>) {
  const review = shallowRef<Review>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  watch(
    [label, fonts, target, changes],
    () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        const { printableHeight, ...printer } = target.value;
        if (fonts.value) review.value = reviewLabel(label.value, values.value, { target: printer, fonts: fonts.value, printableHeight });
      }, REVIEW_AFTER);
    },
    { immediate: true },
  );
  onScopeDispose(() => {
    clearTimeout(timer);
  });
  return { review };
}

/** Where parts lie, in millimetres of the label. */
export function boxOfPart({ object, area }: SheetPart, { x, y }: { x: number; y: number }): Box {
  return exactBox(object, { x: area.left / x, y: area.top / y, width: area.width / x, height: area.height / y }, { x, y });
}

/** The box of an object, or around all that is in a group; undefined for one that is not there. */
export function boxAt(pointer: string, parts: readonly SheetPart[], resolution: { x: number; y: number }): Box | undefined {
  const within = parts.filter((part) => part.pointer === pointer || part.pointer.startsWith(`${pointer}/`));
  return boxAround(within.map((part) => boxOfPart(part, resolution)));
}
