import { defineStore } from 'pinia';
import { computed, ref, watchEffect } from 'vue';
import * as z from 'zod/mini';
import { usePersistentRef } from '../composables/use-persistent-ref.ts';
import { PALETTES, showDisplay, systemTheme, THEME_QUERIES, THEMES } from '../domain/browser/display-root.ts';
import { preferredLanguage } from '../locales/languages.ts';

/** CSS pixels per millimetre: of a 96 dpi screen, and the accepted range. */
export const PX_PER_MM = { standard: 96 / 25.4, min: 2, max: 16 } as const;

/** When a screen shows a keyboard of its own. */
export const VIRTUAL_KEYBOARD = ['never', 'touch'] as const;

/** The display settings of this screen. They are on the root element, where the design tokens read them, before the first paint. */
export const useDisplayStore = defineStore('display', () => {
  const theme = usePersistentRef('strobe.theme', z.enum(THEMES), 'system');
  const palette = usePersistentRef('strobe.palette', z.enum(PALETTES), 'calm');
  const hasGloves = usePersistentRef('strobe.gloves', z.boolean(), false);
  const virtualKeyboard = usePersistentRef('strobe.virtualKeyboard', z.enum(VIRTUAL_KEYBOARD), 'never');
  const pxPerMm = usePersistentRef(
    'strobe.pxPerMm',
    z.number().check(z.minimum(PX_PER_MM.min), z.maximum(PX_PER_MM.max)),
    PX_PER_MM.standard,
  );

  /** BCP 47 tag. Until a language is chosen: the browser's own, if the page has it. */
  const language = usePersistentRef('strobe.language', z.string(), preferredLanguage(navigator.languages));

  const preferredTheme = followSystem();
  const shownTheme = computed(() => (theme.value === 'system' ? preferredTheme.value : theme.value));

  watchEffect(
    () => {
      showDisplay({ theme: shownTheme.value, palette: palette.value, hasGloves: hasGloves.value, pxPerMm: pxPerMm.value });
    },
    { flush: 'sync' },
  );

  return { theme, palette, hasGloves, virtualKeyboard, pxPerMm, language, shownTheme };
});

/** The theme that the system prefers, now and after each change. */
function followSystem() {
  const theme = ref(systemTheme());
  for (const query of Object.values(THEME_QUERIES)) {
    window.matchMedia(query).addEventListener('change', () => (theme.value = systemTheme()));
  }
  return theme;
}
