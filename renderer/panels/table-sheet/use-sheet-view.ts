import { computed, ref, shallowRef, watch } from 'vue';
import { barHeight, moved, placeAt, type ScrollPlace } from '../../domain/tables/scroll-scale.ts';
import { useSheetSize, type SheetParts } from './use-sheet-size.ts';

/** Rows and columns rendered beyond the edges, so that scrolling shows no gaps. */
const BEYOND = 6;
const BEYOND_PX = 200;

/** The visible part of any number of rows of equal height. */
export function useSheetView(parts: SheetParts, total: () => number) {
  const { rowHeight, size } = useSheetSize(parts);
  const place = shallowRef<ScrollPlace>({ bar: 0, at: 0 });
  const sideways = ref(0);

  const area = computed(() => ({ whole: total() * rowHeight.value, view: size.value.height }));
  const first = computed(() => Math.max(0, Math.floor(place.value.at / rowHeight.value) - BEYOND));
  const last = computed(() => Math.min(total() - 1, Math.ceil((place.value.at + area.value.view) / rowHeight.value) + BEYOND));
  const rowsInView = computed(() => Math.max(1, Math.floor(area.value.view / rowHeight.value)));
  const height = computed(() => barHeight(area.value));

  const topOf = (index: number): number => index * rowHeight.value - (place.value.at - place.value.bar);
  const isInSight = (start: number, width: number): boolean =>
    start + width >= sideways.value - BEYOND_PX && start <= sideways.value + size.value.width + BEYOND_PX;

  function stand(next: ScrollPlace): void {
    place.value = next;
    const element = parts.frame.value;
    if (element && Math.abs(element.scrollTop - next.bar) > 1) element.scrollTop = next.bar;
  }

  function onScroll(): void {
    const element = parts.frame.value;
    if (!element) return;
    sideways.value = Math.abs(element.scrollLeft);
    if (Math.abs(element.scrollTop - place.value.bar) > 1) stand(moved(place.value, element.scrollTop, area.value));
  }

  /** Scrolls to a row by the shortest distance. */
  function reveal(index: number): void {
    const { view } = area.value;
    const top = index * rowHeight.value;
    if (top < place.value.at) stand(placeAt(top, area.value));
    else if (top + rowHeight.value > place.value.at + view) stand(placeAt(top + rowHeight.value - view, area.value));
  }

  /** Scrolls to a column next to the row numbers, which are `fixed` pixels wide. */
  function revealSideways({ start, width }: { start: number; width: number }, fixed: number): void {
    const element = parts.frame.value;
    if (!element) return;
    const way = sidewaysTo({ start, width, from: sideways.value, visibleWidth: size.value.width - fixed });
    element.scrollLeft = getComputedStyle(element).direction === 'rtl' ? -way : way;
  }

  // With fewer or higher rows the position may be beyond the end.
  watch(area, (next) => stand(placeAt(place.value.at, next)));

  return {
    first,
    last,
    rowsInView,
    height,
    rowHeight,
    width: computed(() => size.value.width),
    topOf,
    isInSight,
    onScroll,
    reveal,
    revealSideways,
    stand: (index: number) => stand(placeAt(index * rowHeight.value, area.value)),
  };
}

/** The shortest distance after which a column is fully visible, or its start if it is too wide. */
function sidewaysTo({ start, width, from, visibleWidth }: { start: number; width: number; from: number; visibleWidth: number }): number {
  if (start < from) return start;
  return start + width > from + visibleWidth ? start + Math.min(0, width - visibleWidth) : from;
}
