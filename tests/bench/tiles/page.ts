import { createPinia } from 'pinia';
import { createApp, defineComponent, h, nextTick, ref, type Component } from 'vue';
import { createWebHistory } from 'vue-router';
import type { FleetPrinter } from '#contract/station/fleet.ts';
import type { StationClient } from '#contract/station/index.ts';
import { stationClientKey } from '#renderer/composables/station-client.ts';
import { createPageI18n } from '#renderer/locales/i18n.ts';
import MonitorBoard from '#renderer/panels/monitor/MonitorBoard.vue';
import { createPageRouter } from '#renderer/page-router.ts';
import { useClockStore } from '#renderer/stores/clock.ts';
import { useConnectionsStore } from '#renderer/stores/connections.ts';
import { useFleetStore } from '#renderer/stores/fleet/fleet.ts';
import { useLinesStore } from '#renderer/stores/lines.ts';
import { useLinkStore } from '#renderer/stores/link-state.ts';
import '#renderer/styles/tokens.css';
import '#renderer/styles/base.css';
import { aConnection } from '#support/fleet.ts';
import DeepList from './DeepList.vue';
import { changesOf, fleet } from './fleet.ts';

/** Entry of the page of P31: five hundred tiles of the product or the reference, and the changes of a second. */
type Apply = (changes: readonly FleetPrinter[]) => void;

let apply: Apply;
let second = 0;

/** Draws the first picture. */
export async function open(kind: 'ours' | 'theirs'): Promise<void> {
  apply = kind === 'ours' ? openOurs() : openTheirs();
  await nextTick();
  await paint();
}

/** Applies, draws and lays out the changes of that many seconds at once. Returns the milliseconds per second of changes. */
export async function pass(seconds: number): Promise<number> {
  const begin = performance.now();
  for (let passed = 0; passed < seconds; passed += 1) {
    second += 1;
    apply(changesOf(second));
    await nextTick();
    document.documentElement.getBoundingClientRect();
  }
  return (performance.now() - begin) / seconds;
}

/** Applies the changes of one second after the other while scrolling from the first tile to the last. */
export async function scrollThrough(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) {
    await pass(1);
    for (let frame = 1; frame <= FRAMES; frame += 1) {
      scrollTo(0, ((passed + frame / FRAMES) / seconds) * document.documentElement.scrollHeight);
      await paint();
    }
  }
  scrollTo(0, 0);
}

const FRAMES = 6;

/** Resolves after a frame was drawn. */
export function paint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function openOurs(): Apply {
  const pinia = mount(MonitorBoard);
  const printers = fleet();
  const store = useFleetStore(pinia);
  useLinkStore(pinia).follow({ kind: 'open' });
  const connections = useConnectionsStore(pinia);
  connections.apply({ type: 'snapshot', connections: [aConnection()] });
  useLinesStore(pinia).apply({ type: 'snapshot', lines: [] });
  store.apply({ type: 'snapshot', printers, now: Date.now() });
  const clock = useClockStore(pinia);
  return (changes) => {
    for (const printer of changes) store.apply({ type: 'changed', printer });
    store.apply({ type: 'answered', connection: 'c1', at: Date.now() });
    clock.tick();
  };
}

function openTheirs(): Apply {
  const list = ref<{ apply: Apply }>();
  mount(defineComponent({ setup: () => () => h(DeepList, { ref: list, printers: fleet() }) }));
  return (changes) => list.value?.apply(changes);
}

function mount(root: Component) {
  const pinia = createPinia();
  const app = createApp(root);
  const i18n = createPageI18n();
  app.provide(stationClientKey, {} as StationClient);
  app.use(pinia);
  app.use(createPageRouter(createWebHistory(), i18n.loadTexts));
  app.use(i18n);
  app.mount('#app');
  return pinia;
}
