import type { RouteLocationNormalized, RouteLocationRaw } from 'vue-router';

/** Pages that were tabs of others, by the tab. */
const FORMER_TABS: Readonly<Record<string, string>> = {
  counters: 'counters',
  shiftCodes: 'shift-codes',
  dates: 'dates',
  'event-log': 'event-log',
};

/** The page that took the place of an address of an earlier version, which is bookmarked; true for any other address. */
export function currentAddress({
  path,
  query: { tab, ...query },
}: Pick<RouteLocationNormalized, 'path' | 'query'>): RouteLocationRaw | true {
  if (path === '/settings') return { name: 'display' };
  const [, connection, printer] = /^\/printers\/([^/]+)\/([^/]+)\/prints$/.exec(path)?.map(decodeURIComponent) ?? [];
  if (printer !== undefined) return { name: 'prints', query: { ...query, connection, printer } };
  const name = FORMER_TABS[String(tab)];
  return name === undefined || { name, query };
}
