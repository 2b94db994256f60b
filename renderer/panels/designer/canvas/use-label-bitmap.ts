import { computed, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue';
import type { Label } from '#contract/api-v3/label.ts';
import type { Review } from '#contract/api-v3/simulation.ts';
import type { PrintTarget } from '#rendering/label/label-geometry.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { Rect } from '#rendering/raster/fill-rect.ts';
import { reviewLabel } from '#rendering/label/review/review-label.ts';
import { LabelPreview, type PreviewPart } from '#rendering/label/preview/label-preview.ts';
import type { FontLibrary } from '#rendering/text/font-library.ts';
import type { Box } from '../../../domain/label-document/design-object.ts';
import { exactBox } from '../../../domain/label-geometry/exact-box.ts';
import { boxAround } from '../../../domain/label-geometry/move-object.ts';

/** What a label is drawn for. */
export interface BitmapTarget extends PrintTarget {
  /** The printable height in millimetres; undefined if unknown. */
  printableHeight: number | undefined;
}

/** Milliseconds without a change before the review runs, because it examines the whole label. */
const REVIEW_AFTER = 300;

/** Paints areas of the label's bitmap. */
export type PaintAreas = (preview: LabelPreview, areas: readonly Rect[] | 'all') => void;

interface BitmapInputs {
  label: Ref<Label>;
  values: Ref<PrintValues>;
  fonts: Ref<FontLibrary | undefined>;
  target: Ref<BitmapTarget>;
}

/**
 * Renders the label in the page with the printer's rasteriser, and the box of each object. A change repaints only the affected areas,
 * before the next frame.
 */
export function useLabelBitmap({ label, values, fonts, target }: BitmapInputs) {
  const preview = computed(() => fonts.value && new LabelPreview(target.value, fonts.value));
  const parts = shallowRef<readonly PreviewPart[]>([]);
  const size = shallowRef({ width: 0, height: 0 });
  const resolution = shallowRef({ x: 1, y: 1 });
  const fault = ref<string>();
  /** Grows whenever a dot may have changed: the review waits for that, and not for each second of the clock. */
  const changes = ref(0);
  let paint: PaintAreas = () => undefined;

  function render(areas?: 'all'): void {
    const { value } = preview;
    if (!value) return;
    const changed = value.update(label.value, values.value);
    parts.value = value.parts;
    resolution.value = value.resolution;
    if (value.size.width !== size.value.width || value.size.height !== size.value.height) size.value = value.size;
    fault.value = value.fault;
    if (changed === 'all' || changed.length > 0) changes.value += 1;
    paint(value, areas ?? changed);
  }

  watch([label, values, preview], ([, , next], [, , before]) => {
    render(next === before ? undefined : 'all');
  });

  /** Sets the function that paints, and paints the label at once. */
  function attachPainter(painter: PaintAreas): void {
    paint = painter;
    render('all');
  }

  return { parts, size, resolution, fault, attachPainter, ...useReview({ label, values, fonts, target }, changes) };
}

/** The findings on the label, after a pause in editing. */
function useReview({ label, values, fonts, target }: BitmapInputs, changes: Ref<number>) {
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

/** The box of parts, in millimetres of the label. */
export function boxOfPart({ object, area }: PreviewPart, { x, y }: { x: number; y: number }): Box {
  return exactBox(object, { x: area.left / x, y: area.top / y, width: area.width / x, height: area.height / y }, { x, y });
}

/** The box of an object, or around the children of a group; undefined if it is not drawn. */
export function boxAt(pointer: string, parts: readonly PreviewPart[], resolution: { x: number; y: number }): Box | undefined {
  const within = parts.filter((part) => part.pointer === pointer || part.pointer.startsWith(`${pointer}/`));
  return boxAround(within.map((part) => boxOfPart(part, resolution)));
}
