import { defineStore } from 'pinia';
import { computed, ref, watchEffect } from 'vue';
import * as z from 'zod/mini';
import { keptRef } from '../composables/kept-ref.ts';
import { PALETTES, showDisplay, systemTheme, THEME_QUERIES, THEMES } from '../display-root.ts';
import { spokenLanguage } from '../locales/languages.ts';

/** CSS pixels per millimetre: of a screen of 96 dots per inch, and between which a screen may be. */
export const PX_PER_MM = { standard: 96 / 25.4, min: 2, max: 16 } as const;

/** What a person chose on this screen. It is on the root element, where the tokens read it, before anything is painted. */
export const useDisplayStore = defineStore('display', () => {
  const theme = keptRef('strobe.theme', z.enum(THEMES), 'system');
  const palette = keptRef('strobe.palette', z.enum(PALETTES), 'calm');
  const hasGloves = keptRef('strobe.gloves', z.boolean(), false);
  const pxPerMm = keptRef('strobe.pxPerMm', z.number().check(z.minimum(PX_PER_MM.min), z.maximum(PX_PER_MM.max)), PX_PER_MM.standard);

  /** BCP 47; until somebody chooses, the browser's own where the page speaks it. */
  const language = keptRef('strobe.language', z.string(), spokenLanguage(navigator.languages));

  const asked = followSystem();
  const shownTheme = computed(() => (theme.value === 'system' ? asked.value : theme.value));

  watchEffect(
    () => {
      showDisplay({ theme: shownTheme.value, palette: palette.value, hasGloves: hasGloves.value, pxPerMm: pxPerMm.value });
    },
    { flush: 'sync' },
  );

  return { theme, palette, hasGloves, pxPerMm, language, shownTheme };
});

/** The theme that the system asks for, now and after each change of it. */
function followSystem() {
  const theme = ref(systemTheme());
  for (const query of Object.values(THEME_QUERIES)) {
    window.matchMedia(query).addEventListener('change', () => (theme.value = systemTheme()));
  }
  return theme;
}
