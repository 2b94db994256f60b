import { useResizeObserver } from '@vueuse/core';
import { onMounted, ref, type Ref } from 'vue';

/** The measured parts of a sheet: `probe` has the height of a row, `head` is above the rows. */
export interface SheetParts {
  frame: Ref<HTMLElement | null>;
  head: Ref<HTMLElement | null>;
  probe: Ref<HTMLElement | null>;
}

/** The height of a row and of the visible area, in pixels; measured again when the window or the button size changes. */
export function useSheetSize({ frame, head, probe }: SheetParts) {
  const rowHeight = ref(44);
  const size = ref({ width: 0, height: 0 });

  function measure(): void {
    const element = frame.value;
    if (!element) return;
    rowHeight.value = probe.value?.offsetHeight || rowHeight.value;
    size.value = { width: element.clientWidth, height: Math.max(0, element.clientHeight - (head.value?.offsetHeight ?? 0)) };
  }

  onMounted(measure);
  useResizeObserver([frame, head, probe], measure);
  return { rowHeight, size };
}
