import { flushPromises, mount, type VueWrapper } from '@vue/test-utils';
import { IDBFactory } from 'fake-indexeddb';
import { createPinia, setActivePinia, type Pinia } from 'pinia';
import { createApp, defineComponent, h, type App, type Component } from 'vue';
import { createMemoryHistory, createRouter, type Router } from 'vue-router';
import { stationContract, type StationClient } from '#contract/station/index.ts';
import type { Connection } from '#contract/station/connections.ts';
import { stationClientKey } from '#renderer/composables/station-client.ts';
import { useConnectionsStore } from '#renderer/stores/connections.ts';
import { openPageI18n } from './open-page-i18n.ts';

export type Operations = { [Noun in keyof StationClient]?: Partial<StationClient[Noun]> };

export const CONNECTION: Connection = {
  id: 'c1',
  name: 'Line 1',
  url: 'http://127.0.0.1:7311',
  embedded: true,
  state: 'online',
  reason: null,
  refusal: null,
  untrusted: null,
  trusted: null,
  hasKey: false,
  lastContact: null,
  safeMode: false,
  version: '1.0.0',
  timeZone: 'Europe/Zurich',
  clock: 'ok',
  isRestored: false,
  hasExtensions: true,
};

/** A page with a fake station: all values pass the contract's schemas and JSON, like over a real link. */
export interface PageRig {
  pinia: Pinia;
  router: Router;
  mount: (component: Component, props?: Record<string, unknown>) => VueWrapper;
  /** Runs a composable or store inside the app and returns its result. */
  run: <Result>(setup: () => Result) => Result;
  end: () => void;
}

export async function openPageRig(operations: Operations, connections: Connection[] = [CONNECTION]): Promise<PageRig> {
  localStorage.clear();
  globalThis.indexedDB = new IDBFactory();
  const client = strictClient(operations);
  const router = createRouter({ history: createMemoryHistory(), routes: ROUTES });
  const pinia = createPinia();
  const plugins = [pinia, router, await openPageI18n()];
  const apps: App[] = [];
  const wrappers: VueWrapper[] = [];

  function run<Result>(setup: () => Result): Result {
    const results: Result[] = [];
    const app = createApp(defineComponent({ setup: () => (results.push(setup()), () => h('div')) }));
    app.provide(stationClientKey, client);
    for (const plugin of plugins) app.use(plugin);
    app.mount(document.createElement('div'));
    apps.push(app);
    return results[0] as Result;
  }

  setActivePinia(pinia);
  run(() => {
    const store = useConnectionsStore();
    store.apply({ type: 'snapshot', connections });
  });
  await router.push('/');
  await flushPromises();

  return {
    pinia,
    router,
    run,
    mount: (component, props = {}) => {
      const wrapper = mount(component, {
        props,
        attachTo: document.body,
        global: { plugins, provide: { [stationClientKey as symbol]: client } },
      });
      wrappers.push(wrapper);
      return wrapper;
    },
    end: () => {
      for (const wrapper of wrappers) wrapper.unmount();
      for (const app of apps) app.unmount();
      document.body.innerHTML = '';
    },
  };
}

const EMPTY = { render: () => h('div') };
const ROUTES = [
  { path: '/', name: 'monitor', component: EMPTY },
  { path: '/add-printer', name: 'add-printer', component: EMPTY },
  { path: '/audit-log/report', name: 'audit-report', component: EMPTY },
  { path: '/labels', name: 'labels', component: EMPTY },
  { path: '/labels/:name', name: 'label', component: EMPTY },
  { path: '/label-acceptance', name: 'label-acceptance', component: EMPTY },
  { path: '/tables', name: 'tables', component: EMPTY },
  { path: '/tables/:name', name: 'table', component: EMPTY },
  { path: '/tables/:name/preflight', name: 'preflight', component: EMPTY },
  { path: '/variables', name: 'variables', component: EMPTY },
  { path: '/shift-codes', name: 'shift-codes', component: EMPTY },
  { path: '/connections', name: 'connections', component: EMPTY },
  { path: '/backups', name: 'backups', component: EMPTY },
  { path: '/unsaved-edits', name: 'unsaved-edits', component: EMPTY },
  { path: '/alarms', name: 'alarms', component: EMPTY },
  { path: '/event-log', name: 'event-log', component: EMPTY },
  { path: '/display', name: 'display', component: EMPTY },
  { path: '/printers/:connection/:printer', name: 'printer', component: EMPTY },
  { path: '/prints', name: 'prints', component: EMPTY },
];

type Call = (input: unknown, signal?: AbortSignal) => unknown;

function strictClient(operations: Operations): StationClient {
  const nouns = Object.entries(stationContract).map(([noun, verbs]) => {
    const given = (operations as Record<string, Record<string, Call> | undefined>)[noun] ?? {};
    const calls = Object.entries(verbs).map(([verb, operation]) => {
      const call: Call = async (input, signal) => {
        const answer = given[verb];
        if (!answer) throw new Error(`The test gives no answer to ${noun}.${verb}.`);
        const sent = (operation as { input: { parse: (value: unknown) => unknown } }).input.parse(throughJson(input));
        return throughJson(await answer(sent, signal));
      };
      return [verb, call];
    });
    return [noun, Object.fromEntries(calls)];
  });
  return Object.fromEntries(nouns) as StationClient;
}

function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? {}));
}
