import { computed } from 'vue';
import { useDisplayStore } from '../../stores/display.ts';

/** The two ways of writing Chinese are named as languages: as scripts they are only "simplified" and "traditional". */
const CHINESE = new Set(['Hans', 'Hant']);

/** The names of scripts in the language of the page. */
export function useScriptNames() {
  const display = useDisplayStore();
  const names = computed(() => {
    const languages = [display.language, 'en'];
    return {
      script: new Intl.DisplayNames(languages, { type: 'script' }),
      language: new Intl.DisplayNames(languages, { type: 'language' }),
    };
  });
  /** The name of an ISO 15924 code. */
  const nameOf = (code: string): string => {
    const { script, language } = names.value;
    return (CHINESE.has(code) ? language.of(`zh-${code}`) : script.of(code)) ?? code;
  };
  return { nameOf };
}
