import { onScopeDispose, ref, type ShallowRef } from 'vue';

/** Whether an element has the whole screen, and the way there and back. A browser that refuses leaves it as it is. */
export function useFullScreen(element: Readonly<ShallowRef<HTMLElement | null>>) {
  const isFull = ref(document.fullscreenElement !== null);

  function follow(): void {
    isFull.value = document.fullscreenElement !== null;
  }

  async function toggle(): Promise<void> {
    try {
      if (isFull.value) await document.exitFullscreen();
      else await element.value?.requestFullscreen({ navigationUI: 'hide' });
    } catch {
      follow();
    }
  }

  document.addEventListener('fullscreenchange', follow);
  onScopeDispose(() => {
    document.removeEventListener('fullscreenchange', follow);
  });
  return { isFull, toggle };
}
