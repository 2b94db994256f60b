import { computed } from 'vue';
import { useDisplayStore } from '../../stores/display.ts';

/** The names of scripts in the language of the page. */
export function useScriptNames() {
  const display = useDisplayStore();
  const names = computed(() => new Intl.DisplayNames([display.language, 'en'], { type: 'script' }));
  /** The name of an ISO 15924 code. */
  const nameOf = (script: string): string => names.value.of(script) ?? script;
  return { nameOf };
}
