import { onMounted, onScopeDispose, ref, type Ref } from 'vue';

/** Parts of a sheet that are measured: `probe` is as tall as a row, `head` stands above the rows. */
export interface SheetParts {
  frame: Ref<HTMLElement | null>;
  head: Ref<HTMLElement | null>;
  probe: Ref<HTMLElement | null>;
}

/** How tall a row is, and how much room there is for rows, in pixels; measured again whenever the screen or the size of its keys changes. */
export function useSheetSize({ frame, head, probe }: SheetParts) {
  const rowHeight = ref(44);
  const size = ref({ width: 0, height: 0 });

  function measure(): void {
    const element = frame.value;
    if (!element) return;
    rowHeight.value = probe.value?.offsetHeight || rowHeight.value;
    size.value = { width: element.clientWidth, height: Math.max(0, element.clientHeight - (head.value?.offsetHeight ?? 0)) };
  }

  const observer = new ResizeObserver(measure);
  onMounted(() => {
    measure();
    for (const part of [frame.value, head.value, probe.value]) if (part) observer.observe(part);
  });
  onScopeDispose(() => observer.disconnect());
  return { rowHeight, size };
}
