import { createRouter, type Router, type RouteComponent, type RouterHistory } from 'vue-router';
import type { TextFile } from '../locales/texts.ts';
import PlantLinesPage from './pages/PlantLinesPage.vue';

/**
 * The router of the plant's pages. Code navigates by name; addresses are stable because they are bookmarked. `loadTexts` loads a file of texts: a page
 * is rendered when its component and its texts are loaded. No address begins as the plant's API does (`/plant/`, `/healthz`).
 */
export function createPlantRouter(history: RouterHistory, loadTexts: (file: TextFile) => Promise<void>): Router {
  const page = (load: () => Promise<{ default: RouteComponent }>, ...texts: TextFile[]) => {
    return async () => (await Promise.all([load(), ...texts.map(loadTexts)]))[0];
  };
  return createRouter({
    history,
    routes: [
      { path: '/', name: 'lines', component: PlantLinesPage },
      { path: '/prints', name: 'prints', component: page(() => import('./pages/ArchivedPrintsPage.vue'), 'station') },
      { path: '/library', name: 'library', component: page(() => import('./pages/LibraryPage.vue')) },
      { path: '/library/item', name: 'library-item', component: page(() => import('./pages/LibraryItemPage.vue')) },
      { path: '/numbers', name: 'numbers', component: page(() => import('./pages/NumbersPage.vue')) },
      { path: '/archive', name: 'archive', component: page(() => import('./pages/ArchivePage.vue')) },
      { path: '/keys', name: 'keys', component: page(() => import('./pages/PlantKeysPage.vue'), 'people') },
      { path: '/:rest(.*)*', name: 'missing', component: page(() => import('./pages/UnknownAddressPage.vue')) },
    ],
    scrollBehavior: (to, from, saved) => saved ?? (to.path === from.path ? false : { top: 0 }),
  });
}
