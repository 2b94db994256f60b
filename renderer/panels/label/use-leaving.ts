import { onScopeDispose, ref } from 'vue';
import { onBeforeRouteLeave, useRouter, type RouteLocationNormalized } from 'vue-router';

/** Asks before unsaved work is left. What is closed or reloaded without a question keeps its draft. */
export function useLeaving(hasChanges: () => boolean, keepDraft: () => void) {
  const router = useRouter();
  const isAsking = ref(false);
  let isAllowed = false;
  let wanted: RouteLocationNormalized | undefined;

  onBeforeRouteLeave((to) => {
    if (isAllowed || !hasChanges()) return true;
    wanted = to;
    isAsking.value = true;
    return false;
  });

  window.addEventListener('pagehide', keepDraft);
  onScopeDispose(() => {
    window.removeEventListener('pagehide', keepDraft);
  });

  function allow(): void {
    isAllowed = true;
  }

  function leave(): void {
    isAsking.value = false;
    keepDraft();
    allow();
    if (wanted) void router.push(wanted);
  }

  return { isAsking, allow, leave };
}
