import { defineStore } from 'pinia';
import { computed, ref, watchEffect } from 'vue';
import { z } from 'zod';
import { keptRef } from '../composables/kept-ref.ts';
import { spokenLanguage } from '../locales/languages.ts';

export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export const PALETTES = ['calm', 'classic'] as const;
/** CSS pixels per millimetre: of a screen of 96 dots per inch, and between which a screen may be. */
export const PX_PER_MM = { standard: 96 / 25.4, min: 2, max: 16 } as const;

type ShownTheme = Exclude<(typeof THEMES)[number], 'system'>;

/** What a person chose on this screen. It is on the root element, where the tokens read it, before anything is painted. */
export const useDisplayStore = defineStore('display', () => {
  const theme = keptRef('strobe.theme', z.enum(THEMES), 'system');
  const palette = keptRef('strobe.palette', z.enum(PALETTES), 'calm');
  const hasGloves = keptRef('strobe.gloves', z.boolean(), false);
  const pxPerMm = keptRef('strobe.pxPerMm', z.number().min(PX_PER_MM.min).max(PX_PER_MM.max), PX_PER_MM.standard);

  /** BCP 47; until somebody chooses, the browser's own where the page speaks it. */
  const language = keptRef('strobe.language', z.string(), spokenLanguage(navigator.languages));

  const systemTheme = followSystem();
  const shownTheme = computed(() => (theme.value === 'system' ? systemTheme.value : theme.value));

  watchEffect(
    () => {
      const { dataset, style } = document.documentElement;
      dataset['theme'] = shownTheme.value;
      dataset['palette'] = palette.value;
      dataset['glove'] = hasGloves.value ? 'on' : 'off';
      style.setProperty('--mm', `${pxPerMm.value}px`);
    },
    { flush: 'sync' },
  );

  return { theme, palette, hasGloves, pxPerMm, language, shownTheme };
});

/** The theme that the system asks for, now and after each change of it. */
function followSystem() {
  const contrast = window.matchMedia('(prefers-contrast: more)');
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const asked = (): ShownTheme => (contrast.matches ? 'contrast' : dark.matches ? 'dark' : 'light');
  const theme = ref(asked());
  for (const query of [contrast, dark]) query.addEventListener('change', () => (theme.value = asked()));
  return theme;
}
