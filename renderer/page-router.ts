import { createRouter, START_LOCATION, type RouteComponent, type RouterHistory, type RouterScrollBehavior } from 'vue-router';
import { whenRendered } from './composables/use-staged-render.ts';
import type { TextFile } from './locales/texts.ts';
import MonitorPage from './pages/MonitorPage.vue';

/** Distance between the bar and the part of a page that the address names, in pixels. */
const BELOW_BAR = 24;

/**
 * The scroll position of a page: the position at which it was left, the part that the address names, or the top. Changing to another tab of
 * the same page does not scroll.
 */
const placeIn: RouterScrollBehavior = async (to, from, saved) => {
  if (!saved && !to.hash) return from === START_LOCATION || to.path === from.path ? false : { top: 0 };
  await whenRendered();
  const bar = document.querySelector('.app-bar')?.clientHeight ?? 0;
  return saved ?? { el: to.hash, top: bar + BELOW_BAR };
};

/** The page that is opened most often. */
export const loadPrinterPage = () => import('./pages/PrinterPage.vue');

/** The texts that the printer page shows, in addition to those of every page. */
export const PRINTER_TEXTS: TextFile = 'station';
/** Those of the fields for dynamic text, which the printer page shows too. */
export const LABEL_TEXTS: TextFile = 'labels';

/**
 * The router of all pages. Code navigates by name; addresses are stable because they are bookmarked. `loadTexts` loads a file of texts: a page is
 * rendered when its component and its texts are loaded.
 */
export function createPageRouter(history: RouterHistory, loadTexts: (file: TextFile) => Promise<void>) {
  const page = (load: () => Promise<{ default: RouteComponent }>, ...texts: TextFile[]) => {
    return async () => (await Promise.all([load(), ...texts.map(loadTexts)]))[0];
  };
  const router = createRouter({
    history,
    routes: [
      { path: '/', name: 'monitor', component: MonitorPage },
      {
        path: '/printers/:connection/:printer',
        name: 'printer',
        component: page(loadPrinterPage, PRINTER_TEXTS, LABEL_TEXTS),
        props: true,
      },
      {
        path: '/printers/:connection/:printer/prints',
        name: 'prints',
        component: page(() => import('./pages/PrintsPage.vue'), 'station'),
        props: true,
      },
      { path: '/add-printer', name: 'add-printer', component: page(() => import('./pages/AddPrinterPage.vue'), 'station') },
      { path: '/wall', name: 'wall', component: page(() => import('./pages/WallPage.vue'), 'station'), meta: { isWall: true } },
      { path: '/labels', name: 'labels', component: page(() => import('./pages/LabelsPage.vue'), 'labels') },
      { path: '/labels/:name', name: 'label', component: page(() => import('./pages/LabelPage.vue'), 'labels', 'data'), props: true },
      { path: '/label-acceptance', name: 'label-acceptance', component: page(() => import('./pages/LabelAcceptancePage.vue'), 'labels') },
      { path: '/fonts', name: 'fonts', component: page(() => import('./pages/FontsPage.vue'), 'labels') },
      { path: '/tables', name: 'tables', component: page(() => import('./pages/TablesPage.vue'), 'data', 'labels') },
      { path: '/tables/:name', name: 'table', component: page(() => import('./pages/TablePage.vue'), 'data', 'labels'), props: true },
      {
        path: '/tables/:name/preflight',
        name: 'preflight',
        component: page(() => import('./pages/PreflightPage.vue'), 'data'),
        props: true,
      },
      { path: '/variables', name: 'variables', component: page(() => import('./pages/VariablesPage.vue'), 'data', 'labels') },
      { path: '/connections', name: 'connections', component: page(() => import('./pages/ConnectionsPage.vue'), 'station') },
      { path: '/backups', name: 'backups', component: page(() => import('./pages/BackupsPage.vue'), 'station') },
      { path: '/settings', name: 'settings', component: page(() => import('./pages/SettingsPage.vue'), 'station') },
      { path: '/gallery', name: 'gallery', component: page(() => import('./pages/GalleryPage.vue'), 'labels', 'station') },
      { path: '/unsaved-edits', name: 'unsaved-edits', component: page(() => import('./pages/UnsavedEditsPage.vue'), 'station') },
      {
        path: '/unsaved-edits/:connection/:kind/:name',
        name: 'unsaved-edit',
        component: page(() => import('./pages/UnsavedEditPage.vue'), 'station'),
        props: true,
      },
      { path: '/alarms', name: 'alarms', component: page(() => import('./pages/AlarmsPage.vue'), 'station') },
      { path: '/:rest(.*)*', name: 'missing', component: page(() => import('./pages/MissingPage.vue')) },
    ],
    scrollBehavior: placeIn,
  });
  // A page that was open during an update of the station requests files that no longer exist. Reloading it loads the new ones.
  router.onError((error, to) => {
    if (isMissingPart(error) && history.state['isReloaded'] !== true) {
      history.replace(to.fullPath, { isReloaded: true });
      location.reload();
    }
  });
  return router;
}

function isMissingPart(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script failed|error loading/i.test(error.message);
}
