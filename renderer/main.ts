import { createPinia } from 'pinia';
import { createApp } from 'vue';
import { createWebHistory } from 'vue-router';
import { z } from 'zod';
import App from './App.vue';
import { stationClientKey } from './composables/station-client.ts';
import { openLink } from './link/open-link.ts';
import { createWords } from './locales/i18n.ts';
import { createPageRouter } from './router.ts';
import { useLinkStore } from './stores/link.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/dialogs.css';

// The page's content security policy refuses code that is made at run time, so zod must not try.
z.config({ jitless: true });

const link = openLink();
const app = createApp(App);
app.provide(stationClientKey, link.client);
app.use(createPinia());
app.use(createPageRouter(createWebHistory()));
app.use(createWords());
link.watchState(useLinkStore().follow);
app.mount('#app');
