import { createPinia } from 'pinia';
import { createApp, watch } from 'vue';
import { createWebHistory } from 'vue-router';
import { config } from 'zod/v4/core';
import App from './App.vue';
import { nextTask } from './composables/next-task.ts';
import { stationClientKey } from './composables/station-client.ts';
import { openLink } from './link/open-link.ts';
import { takeToken } from './link/sign-in.ts';
import { createWords, speak, type Words } from './locales/i18n.ts';
import { createPageRouter } from './router.ts';
import { useDisplayStore } from './stores/display.ts';
import { useLinkStore } from './stores/link.ts';
import { useNoticesStore } from './stores/notices.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/bar.css';
import './styles/controls.css';
import './styles/dialogs.css';

// The page's content security policy refuses code that is made at run time, so zod must not try.
config({ jitless: true });

/** Of the start address. Taken before anything else, so that nothing else sees it. */
const token = takeToken();

void begin();

/**
 * In several tasks, so that none of them keeps the browser from drawing or from listening. Nothing is opened in that of the script itself: the
 * browser notes where something was opened, and for the outermost code it reads the whole script once more to know.
 */
async function begin(): Promise<void> {
  await nextTask();
  const link = openLink(token);
  const app = createApp(App);
  const words = createWords();
  app.provide(stationClientKey, link.client);
  app.use(createPinia());
  app.use(createPageRouter(createWebHistory()));
  app.use(words);
  link.watchState(useLinkStore().follow);
  await followLanguage(words);
  await nextTask();
  app.mount('#app');
}

/** Words that cannot be fetched leave the page in the language that it speaks, and it says so. */
async function followLanguage(words: Words): Promise<void> {
  const display = useDisplayStore();
  const notices = useNoticesStore();
  const follow = (tag: string): Promise<void> => speak(words, tag).catch(() => notices.say(words.global.t('app.wordsMissing'), 'failed'));
  watch(() => display.language, follow);
  await follow(display.language);
}
