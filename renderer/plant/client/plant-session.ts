import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import type { PlantScope } from '#contract/plant/plant-scope.ts';
import type { PlantSession } from '#contract/plant/plant-session.ts';

/** The key with which this browser is signed in. Its text is in a cookie that no script can read. */
export const usePlantSession = defineStore('plantSession', () => {
  /** `unknown` until the plant was asked. */
  const state = ref<'unknown' | 'signed-in' | 'signed-out'>('unknown');
  const name = ref('');
  const scopes = ref<readonly PlantScope[]>([]);
  const canRead = computed(() => scopes.value.includes('read'));
  /** Whether it may save and publish items of the library. */
  const canPublish = computed(() => scopes.value.includes('library'));
  const canApprove = computed(() => scopes.value.includes('approve'));
  const canAdminister = computed(() => scopes.value.includes('admin'));

  function begin(session: PlantSession): void {
    name.value = session.name;
    scopes.value = session.scopes;
    state.value = 'signed-in';
  }

  function end(): void {
    name.value = '';
    scopes.value = [];
    state.value = 'signed-out';
  }

  return { state, name, canRead, canPublish, canApprove, canAdminister, begin, end };
});
