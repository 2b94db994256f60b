import type { NavigationGuard, RouteRecordRaw } from 'vue-router';

/** Addresses of earlier versions, which are bookmarked. */
export const FORMER_ADDRESSES: RouteRecordRaw[] = [
  { path: '/settings', redirect: { name: 'display' } },
  {
    path: '/printers/:connection/:printer/prints',
    redirect: ({ params: { connection, printer }, query }) => ({ name: 'prints', query: { ...query, connection, printer } }),
  },
];

/** Pages that were tabs of others. */
const FORMER_TABS: Readonly<Record<string, string>> = {
  counters: 'counters',
  shiftCodes: 'shift-codes',
  dates: 'dates',
  'event-log': 'event-log',
};

/** Leads from an address with a tab to the page that the tab has become. */
export const formerTab: NavigationGuard = ({ query: { tab, ...query } }) => {
  const name = FORMER_TABS[String(tab)];
  return name === undefined || { name, query };
};
