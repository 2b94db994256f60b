import { useEventListener } from '@vueuse/core';
import { ref } from 'vue';
import { onBeforeRouteLeave, useRouter, type RouteLocationNormalized } from 'vue-router';

/** Asks before leaving unsaved changes. A page that is closed without a question stores its edit. */
export function useLeaveGuard(hasChanges: () => boolean, saveEdit: () => void) {
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

  useEventListener('pagehide', saveEdit);

  function allow(): void {
    isAllowed = true;
  }

  function leave(): void {
    isAsking.value = false;
    saveEdit();
    allow();
    if (wanted) void router.push(wanted);
  }

  return { isAsking, allow, leave };
}
