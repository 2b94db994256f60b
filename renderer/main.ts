import { createPinia } from 'pinia';
import { createApp, watch } from 'vue';
import { createWebHistory } from 'vue-router';
import { config } from 'zod/v4/core';
import App from './App.vue';
import { nextTask } from './domain/browser/next-task.ts';
import { askSecondPerson } from './composables/second-person-requests.ts';
import { stationClientKey } from './composables/station-client.ts';
import { openLink } from './link/open-link.ts';
import { takeToken } from './link/sign-in.ts';
import { createPageI18n, type PageI18n } from './locales/i18n.ts';
import { createPageRouter } from './page-router.ts';
import { useDisplayStore } from './stores/display.ts';
import { useLinkStore } from './stores/link-state.ts';
import { useNoticesStore } from './stores/notices.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/bar.css';
import './styles/controls.css';
import './styles/dialogs.css';

// The content security policy of the page forbids code generation at run time, which zod would otherwise try.
config({ jitless: true });

/** The one-time token of the start address. Taken first, so that no other code sees it. */
const token = takeToken();

void begin();

/**
 * Starts in several tasks, so that none of them blocks painting or input. Opens nothing in the task of the script itself: the browser
 * records where a connection was opened, and for top-level code it parses the whole script again to find out.
 */
async function begin(): Promise<void> {
  await nextTask();
  const link = openLink(token, askSecondPerson);
  const app = createApp(App);
  const i18n = createPageI18n();
  app.provide(stationClientKey, link.client);
  app.use(createPinia());
  app.use(createPageRouter(createWebHistory(), i18n.loadTexts));
  app.use(i18n);
  link.watchState(useLinkStore().follow);
  await followLanguage(i18n);
  await nextTask();
  app.mount('#app');
}

/**
 * If the texts of a language cannot be loaded, the page keeps its current language and shows a notice. A language of the station is requested again
 * whenever the link opens: before that, the browser may not have signed in.
 */
async function followLanguage(i18n: PageI18n): Promise<void> {
  const display = useDisplayStore();
  const link = useLinkStore();
  const notices = useNoticesStore();
  const isShown = (): boolean => i18n.shown.value.tag === display.language;
  const show = (): Promise<void> =>
    i18n.showLanguage(display.language).catch(() => {
      if (link.isOpen) notices.show(i18n.t('app.languageNotLoaded'), 'failed');
    });
  watch(() => display.language, show);
  watch(
    () => link.openings,
    () => (isShown() ? undefined : show()),
  );
  await show();
}
