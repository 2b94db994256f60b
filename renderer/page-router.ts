import {
  createRouter,
  START_LOCATION,
  type NavigationGuard,
  type RouteComponent,
  type RouteRecordRaw,
  type RouterHistory,
  type RouterScrollBehavior,
} from 'vue-router';
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

/** Leads from an address of an earlier version to the page that took its place. */
const leadOn: NavigationGuard = async (to) => (await import('./former-addresses.ts')).currentAddress(to);
const leadOnFromTab: NavigationGuard = (to, ...others) => to.query['tab'] === undefined || leadOn(to, ...others);

/** The page that is opened most often. */
export const loadPrinterPage = () => import('./pages/PrinterPage.vue');

const ordersPage = () => import('./pages/OrdersPage.vue');

/** The texts that the printer page shows, in addition to those of every page. */
export const PRINTER_TEXTS: TextFile = 'station';
/** Those of the fields for dynamic text, which the printer page shows too. */
export const LABEL_TEXTS: TextFile = 'labels';

/** Loads the component of a page and its texts. */
type LoadPage = (load: () => Promise<{ default: RouteComponent }>, ...texts: TextFile[]) => () => Promise<{ default: RouteComponent }>;

/**
 * The router of all pages. Code navigates by name; addresses are stable because they are bookmarked. `loadTexts` loads a file of texts: a page is
 * rendered when its component and its texts are loaded.
 */
export function createPageRouter(history: RouterHistory, loadTexts: (file: TextFile) => Promise<void>) {
  const page: LoadPage = (load, ...texts) => {
    return async () => (await Promise.all([load(), ...texts.map(loadTexts)]))[0];
  };
  const section = page(() => import('./pages/SectionPage.vue'), 'station');
  const router = createRouter({
    history,
    routes: [
      ...printRoutes(page),
      ...labelRoutes(page),
      ...tableRoutes(page),
      { path: '/data', name: 'data', redirect: '/tables', component: section, meta: { place: 'data' }, children: dataRoutes(page) },
      { path: '/alarms', component: section, meta: { place: 'alarms' }, children: alarmRoutes(page) },
      {
        path: '/system',
        name: 'system',
        redirect: '/printers',
        component: section,
        meta: { place: 'system' },
        children: systemRoutes(page),
      },
      ...otherRoutes(page),
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

function printRoutes(page: LoadPage): RouteRecordRaw[] {
  const prints = page(() => import('./pages/PrintsPage.vue'), 'station');
  return [
    { path: '/', name: 'monitor', component: MonitorPage },
    {
      path: '/printers/:connection/:printer',
      name: 'printer',
      component: page(loadPrinterPage, PRINTER_TEXTS, LABEL_TEXTS),
      props: true,
      meta: { place: 'monitor' },
    },
    {
      path: '/lines/:name',
      name: 'line',
      component: page(() => import('./pages/LinePage.vue'), PRINTER_TEXTS, LABEL_TEXTS),
      props: true,
      meta: { place: 'monitor' },
    },
    { path: '/wall/:token?', name: 'wall', component: page(() => import('./pages/WallPage.vue'), 'station'), meta: { isWall: true } },
    { path: '/prints', name: 'prints', component: prints },
    { path: '/prints/:connection/:print/affected', name: 'affected-prints', component: prints, props: true, meta: { place: 'prints' } },
  ];
}

function labelRoutes(page: LoadPage): RouteRecordRaw[] {
  return [
    { path: '/labels', name: 'labels', component: page(() => import('./pages/LabelsPage.vue'), 'labels') },
    {
      path: '/labels/:name',
      name: 'label',
      component: page(() => import('./pages/LabelPage.vue'), 'labels', 'data'),
      props: true,
      meta: { place: 'labels' },
    },
    {
      path: '/label-acceptance',
      name: 'label-acceptance',
      component: page(() => import('./pages/LabelAcceptancePage.vue'), 'labels'),
      meta: { place: 'labels' },
    },
  ];
}

function tableRoutes(page: LoadPage): RouteRecordRaw[] {
  return [
    {
      path: '/tables/:name',
      name: 'table',
      component: page(() => import('./pages/TablePage.vue'), 'data', 'labels'),
      props: true,
      meta: { place: 'data' },
    },
    {
      path: '/tables/:name/preflight',
      name: 'preflight',
      component: page(() => import('./pages/PreflightPage.vue'), 'data'),
      props: true,
      meta: { place: 'data' },
    },
  ];
}

function dataRoutes(page: LoadPage): RouteRecordRaw[] {
  const values = page(() => import('./pages/ValuesPage.vue'), 'data', 'labels');
  return [
    { path: '/tables', name: 'tables', component: page(() => import('./pages/TablesPage.vue'), 'data', 'labels') },
    { path: '/variables', name: 'variables', component: values, beforeEnter: leadOnFromTab },
    { path: '/counters', name: 'counters', component: values },
    { path: '/shift-codes', name: 'shift-codes', component: values },
    { path: '/dates', name: 'dates', component: values },
    { path: '/orders', name: 'orders', component: page(ordersPage, 'station') },
  ];
}

function alarmRoutes(page: LoadPage): RouteRecordRaw[] {
  return [
    { path: '', name: 'alarms', component: page(() => import('./pages/AlarmsPage.vue'), 'station'), beforeEnter: leadOnFromTab },
    { path: '/event-log', name: 'event-log', component: page(() => import('./pages/EventLogPage.vue'), 'station') },
  ];
}

function systemRoutes(page: LoadPage): RouteRecordRaw[] {
  return [
    { path: '/printers', name: 'printers', component: page(() => import('./pages/PrintersPage.vue'), 'station') },
    { path: '/lines', name: 'lines', component: page(() => import('./pages/LinesPage.vue'), 'station') },
    { path: '/line-stops', name: 'line-stops', component: page(() => import('./pages/LineStopsPage.vue'), 'station') },
    { path: '/readers', name: 'readers', component: page(() => import('./pages/ReadersPage.vue'), 'station') },
    { path: '/sparkplug', name: 'sparkplug', component: page(() => import('./pages/SparkplugPage.vue'), 'station') },
    { path: '/plant', name: 'plant', component: page(() => import('./pages/PlantConnectionPage.vue'), 'station') },
    { path: '/webhooks', name: 'webhooks', component: page(() => import('./pages/WebhooksPage.vue'), 'station') },
    { path: '/email', name: 'email', component: page(() => import('./pages/EmailPage.vue'), 'station') },
    { path: '/order-folders', name: 'order-folders', component: page(ordersPage, 'station'), props: { isOfFolders: true } },
    { path: '/signals', name: 'signals', component: page(() => import('./pages/SignalsPage.vue'), 'station') },
    { path: '/connections', name: 'connections', component: page(() => import('./pages/ConnectionsPage.vue'), 'station') },
    { path: '/backups', name: 'backups', component: page(() => import('./pages/BackupsPage.vue'), 'station') },
    { path: '/updates', name: 'updates', component: page(() => import('./pages/UpdatesPage.vue'), 'station') },
    {
      path: '/station-backups',
      name: 'station-backups',
      component: page(() => import('./pages/StationBackupsPage.vue'), 'station'),
    },
    { path: '/fonts', name: 'fonts', component: page(() => import('./pages/FontsPage.vue'), 'labels') },
    { path: '/network', name: 'network', component: page(() => import('./pages/NetworkPage.vue'), 'people') },
    { path: '/people', name: 'people', component: page(() => import('./pages/PeoplePage.vue'), 'people') },
    { path: '/diagnostics', name: 'diagnostics', component: page(() => import('./pages/DiagnosticsPage.vue'), 'station', 'diagnostics') },
    { path: '/api-keys', name: 'api-keys', component: page(() => import('./pages/ApiKeysPage.vue'), 'people', 'station') },
    { path: '/audit-log', name: 'audit-log', component: page(() => import('./pages/AuditLogPage.vue'), 'station', 'people') },
    { path: '/unsaved-edits', name: 'unsaved-edits', component: page(() => import('./pages/UnsavedEditsPage.vue'), 'station') },
    { path: '/display', name: 'display', component: page(() => import('./pages/DisplayPage.vue'), 'station') },
    { path: '/scanner', name: 'scanner', component: page(() => import('./pages/ScannerPage.vue'), 'station') },
    { path: '/help', name: 'help', component: page(() => import('./pages/HelpPage.vue')) },
  ];
}

function otherRoutes(page: LoadPage): RouteRecordRaw[] {
  return [
    {
      path: '/add-printer',
      name: 'add-printer',
      component: page(() => import('./pages/AddPrinterPage.vue'), 'station'),
      meta: { place: 'system' },
    },
    {
      path: '/unsaved-edits/:connection/:kind/:name',
      name: 'unsaved-edit',
      component: page(() => import('./pages/UnsavedEditPage.vue'), 'station'),
      props: true,
      meta: { place: 'system' },
    },
    {
      path: '/audit-log/report',
      name: 'audit-report',
      component: page(() => import('./pages/AuditReportPage.vue'), 'station', 'people'),
      meta: { place: 'system' },
    },
    { path: '/gallery', name: 'gallery', component: page(() => import('./pages/GalleryPage.vue'), 'labels', 'station') },
    { path: '/:rest(.*)*', name: 'missing', component: page(() => import('./pages/MissingPage.vue')), beforeEnter: leadOn },
  ];
}

function isMissingPart(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script failed|error loading/i.test(error.message);
}
