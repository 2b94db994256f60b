import { onScopeDispose, ref, watch, type Ref } from 'vue';
import { useLoad } from '../../stores/use-load.ts';
import { fetchPicture } from '../../domain/browser/fetch-picture.ts';

/**
 * A picture as an object URL for `<img>`, or the problem that explains why there is none. The last picture stays while a newer one is
 * loaded and is removed if that fails, so that an outdated picture is never shown as current.
 */
export function usePicture(address: () => string | undefined) {
  const load = useLoad(
    async (signal) => {
      const from = address();
      return from === undefined ? undefined : await fetchPicture(from, signal);
    },
    [address],
  );
  const src: Ref<string | undefined> = ref();

  watch([load.value, load.problem], ([blob, problem]) => {
    release();
    src.value = blob && !problem ? URL.createObjectURL(blob) : undefined;
  });

  function release(): void {
    if (src.value) URL.revokeObjectURL(src.value);
  }
  onScopeDispose(release);

  return { src, blob: load.value, isLoading: load.isLoading, problem: load.problem, reload: load.reload };
}
