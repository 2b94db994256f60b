import { defineStore } from 'pinia';
import { ref, watchEffect } from 'vue';

const THEME = 'strobe.theme';
export type Theme = 'light' | 'dark';

/** What belongs to this screen: its theme follows the system until somebody chooses. */
export const useSessionStore = defineStore('session', () => {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const kept = localStorage.getItem(THEME);
  const theme = ref<Theme>(kept === 'dark' || kept === 'light' ? kept : systemTheme());

  function systemTheme(): Theme {
    return system.matches ? 'dark' : 'light';
  }

  system.addEventListener('change', () => {
    if (!localStorage.getItem(THEME)) theme.value = systemTheme();
  });

  watchEffect(() => {
    document.documentElement.dataset['theme'] = theme.value;
  });

  function toggleTheme(): void {
    theme.value = theme.value === 'dark' ? 'light' : 'dark';
    localStorage.setItem(THEME, theme.value);
  }

  return { theme, toggleTheme };
});
