import { createPinia } from 'pinia';
import { createApp, watch } from 'vue';
import { createWebHistory } from 'vue-router';
import { z } from 'zod';
import App from './App.vue';
import { stationClientKey } from './composables/station-client.ts';
import { openLink } from './link/open-link.ts';
import { createWords, speak } from './locales/i18n.ts';
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
z.config({ jitless: true });

const link = openLink();
const app = createApp(App);
app.provide(stationClientKey, link.client);
app.use(createPinia());
app.use(createPageRouter(createWebHistory()));
const words = createWords();
app.use(words);
link.watchState(useLinkStore().follow);
const display = useDisplayStore();
const notices = useNoticesStore();
/** Words that cannot be fetched leave the page in the language that it speaks, and it says so. */
const follow = (tag: string): Promise<void> => speak(words, tag).catch(() => notices.say(words.global.t('app.wordsMissing'), 'failed'));
watch(() => display.language, follow);
void follow(display.language).then(() => app.mount('#app'));
