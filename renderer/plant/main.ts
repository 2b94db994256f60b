import { createPinia } from 'pinia';
import { createApp, watch } from 'vue';
import { createWebHistory } from 'vue-router';
import { config } from 'zod/v4/core';
import { createPageI18n } from '../locales/i18n.ts';
import { useDisplayStore } from '../stores/display.ts';
import { useNoticesStore } from '../stores/notices.ts';
import '../styles/fonts.css';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/bar.css';
import '../styles/controls.css';
import '../styles/dialogs.css';
import PlantApp from './app/PlantApp.vue';
import { createPlantClient, plantClientKey } from './client/plant-client.ts';
import { usePlantSession } from './client/plant-session.ts';
import { PLANT_LANGUAGES } from './app/plant-languages.ts';
import { createPlantRouter } from './plant-router.ts';

// The content security policy of the page forbids code generation at run time, which zod would otherwise try.
config({ jitless: true });

void begin();

async function begin(): Promise<void> {
  const app = createApp(PlantApp);
  const i18n = createPageI18n(PLANT_LANGUAGES);
  app.use(createPinia());
  const session = usePlantSession();
  app.provide(plantClientKey, createPlantClient({ onSignedOut: session.end }));
  app.use(createPlantRouter(createWebHistory(), i18n.loadTexts));
  app.use(i18n);
  const display = useDisplayStore();
  const notices = useNoticesStore();
  // If the texts of a language cannot be loaded, the page keeps its current language and shows a notice.
  const show = (): Promise<void> =>
    i18n.showLanguage(display.language).catch(() => {
      notices.show(i18n.t('app.languageNotLoaded'), 'failed');
    });
  watch(() => display.language, show);
  await show();
  app.mount('#app');
}
