import { onScopeDispose, ref } from 'vue';

/** The size of the window, in CSS pixels. */
export function useViewport() {
  const width = ref(window.innerWidth);
  const height = ref(window.innerHeight);
  const measure = () => {
    width.value = window.innerWidth;
    height.value = window.innerHeight;
  };
  window.addEventListener('resize', measure);
  onScopeDispose(() => {
    window.removeEventListener('resize', measure);
  });
  return { width, height };
}
