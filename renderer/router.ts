import { createRouter, START_LOCATION, type RouterHistory, type RouterScrollBehavior } from 'vue-router';
import { whenDrawn } from './composables/use-turns.ts';
import MonitorPage from './pages/MonitorPage.vue';

/** How far below the bar a part of a page is shown that an address names, in pixels. */
const BELOW_BAR = 24;

/**
 * Where a page is shown from: where it was left, at the part that is named, or at its top, where the first one begins anyway. Another tab of the
 * same page moves nothing.
 */
const placeIn: RouterScrollBehavior = async (to, from, saved) => {
  if (!saved && !to.hash) return from === START_LOCATION || to.path === from.path ? false : { top: 0 };
  await whenDrawn();
  const bar = document.querySelector('.app-bar')?.clientHeight ?? 0;
  return saved ?? { el: to.hash, top: bar + BELOW_BAR };
};

/** The page that is asked for most. */
export const loadPrinterPage = () => import('./pages/PrinterPage.vue');

/** Every page of the app. Names are what code navigates by; addresses are what people keep. */
export function createPageRouter(history: RouterHistory) {
  const router = createRouter({
    history,
    routes: [
      { path: '/', name: 'monitor', component: MonitorPage },
      {
        path: '/printers/:connection/:printer',
        name: 'printer',
        component: loadPrinterPage,
        props: true,
      },
      {
        path: '/printers/:connection/:printer/prints',
        name: 'prints',
        component: () => import('./pages/PrintsPage.vue'),
        props: true,
      },
      { path: '/wall', name: 'wall', component: () => import('./pages/WallPage.vue'), meta: { isWall: true } },
      { path: '/labels', name: 'labels', component: () => import('./pages/LabelsPage.vue') },
      { path: '/labels/:name', name: 'label', component: () => import('./pages/LabelPage.vue'), props: true },
      { path: '/label-proofs', name: 'label-proofs', component: () => import('./pages/LabelProofsPage.vue') },
      { path: '/fonts', name: 'fonts', component: () => import('./pages/FontsPage.vue') },
      { path: '/tables', name: 'tables', component: () => import('./pages/TablesPage.vue') },
      { path: '/tables/:name', name: 'table', component: () => import('./pages/TablePage.vue'), props: true },
      { path: '/tables/:name/preflight', name: 'preflight', component: () => import('./pages/PreflightPage.vue'), props: true },
      { path: '/variables', name: 'variables', component: () => import('./pages/VariablesPage.vue') },
      { path: '/connections', name: 'connections', component: () => import('./pages/ConnectionsPage.vue') },
      { path: '/backups', name: 'backups', component: () => import('./pages/BackupsPage.vue') },
      { path: '/settings', name: 'settings', component: () => import('./pages/SettingsPage.vue') },
      { path: '/gallery', name: 'gallery', component: () => import('./pages/GalleryPage.vue') },
      { path: '/drafts', name: 'drafts', component: () => import('./pages/DraftsPage.vue') },
      { path: '/drafts/:connection/:kind/:name', name: 'draft', component: () => import('./pages/DraftPage.vue'), props: true },
      { path: '/alarms', name: 'alarms', component: () => import('./pages/AlarmsPage.vue') },
      { path: '/:rest(.*)*', name: 'missing', component: () => import('./pages/MissingPage.vue') },
    ],
    scrollBehavior: placeIn,
  });
  // A page that was open while the station was updated asks for parts that are gone: loading it anew brings the new ones.
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
