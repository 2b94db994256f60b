import { onScopeDispose, ref, watch, type Ref } from 'vue';
import { useLoad } from '../../composables/use-load.ts';
import { fetchPicture } from './fetch-picture.ts';

/**
 * A picture as something that an `<img>` can show, or the problem that explains why there is none. The older picture stays while a
 * newer one is fetched, and vanishes when that one cannot be had: an outdated picture is never shown as the present one.
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

  return { src, isLoading: load.isLoading, problem: load.problem, reload: load.reload };
}
