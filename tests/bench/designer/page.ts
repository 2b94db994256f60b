import { createPinia } from 'pinia';
import { createApp, h, nextTick, ref } from 'vue';
import { createMemoryHistory } from 'vue-router';
import type { StationClient } from '#contract/station/index.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { loadFonts, type FontLibrary } from '#rendering/text/font-library.ts';
import { stationClientKey } from '#renderer/composables/station-client.ts';
import { createPageI18n } from '#renderer/locales/i18n.ts';
import { pixelsOf } from '#renderer/domain/pictures/bitmap-pixels.ts';
import DesignPanel from '#renderer/panels/designer/DesignPanel.vue';
import { useDesigner } from '#renderer/panels/designer/use-designer.ts';
import { formatJson } from '#renderer/domain/json/format-json.ts';
import { createPageRouter } from '#renderer/page-router.ts';
import { useConnectionsStore } from '#renderer/stores/connections.ts';
import { useFleetStore } from '#renderer/stores/fleet/fleet.ts';
import '#renderer/styles/tokens.css';
import '#renderer/styles/base.css';
import { aConnection } from '#support/fleet.ts';
import { largeLabel } from './large-label.ts';

/** Entry of the page that measures the designer: five hundred objects, one of which is dragged or typed into. */
const OBJECTS = 500;
/** A text in the middle of the label with neighbours on every side. */
const CHOSEN = 262;
const DPI = 300;
const label = largeLabel(OBJECTS);
const text = ref(formatJson(label));

const FONT = { family: 'Arimo', style: 'Regular', isBundled: true, bytes: 0 };
/** Responses of a station whose controller has one font and nothing else. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'fonts.list': [FONT],
  'settings.get': { timeZone: 'Europe/Berlin', monthEnd: 'end', productionDayStart: 0 },
};

function client(): StationClient {
  const verbs = (noun: string) => new Proxy({}, { get: (_, verb) => () => Promise.resolve(ANSWERS[`${noun}.${String(verb)}`] ?? []) });
  return new Proxy({}, { get: (_, noun) => verbs(String(noun)) }) as StationClient;
}

/** Shows the label in the designer. */
export async function open(): Promise<void> {
  const pinia = createPinia();
  const i18n = createPageI18n();
  await i18n.loadTexts('labels');
  const editing = { text, write: (next: string): void => void (text.value = next) };
  const app = createApp({
    setup: () => {
      const designer = useDesigner(editing);
      return () => h(DesignPanel, { connection: 'c1', designer });
    },
  });
  app.provide(stationClientKey, client());
  app.use(pinia);
  app.use(createPageRouter(createMemoryHistory(), i18n.loadTexts));
  app.use(i18n);
  const connections = useConnectionsStore(pinia);
  connections.apply({ type: 'snapshot', connections: [aConnection()] });
  useFleetStore(pinia).apply({ type: 'snapshot', printers: [], now: Date.now() });
  app.mount('#app');
  while (canvas().width < 1000) await frame();
}

/** Drags an object back and forth. Returns the milliseconds of every frame, from the pointer move until the frame is drawn. */
export async function drag(frames: number): Promise<number[]> {
  const at = placeOnScreen();
  pointer('pointerdown', at);
  const times: number[] = [];
  for (let index = 0; index < frames; index += 1) {
    const angle = (index / 30) * 2 * Math.PI;
    times.push(await timed(() => pointer('pointermove', { x: at.x + 60 * Math.cos(angle), y: at.y + 40 * Math.sin(angle) })));
  }
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  await frame();
  return times;
}

/** Types into the object's text. Returns the milliseconds from each letter until the frame with it is drawn. */
export async function type(letters: number): Promise<number[]> {
  const at = placeOnScreen();
  pointer('pointerdown', at);
  pointer('pointerup', at);
  await frame();
  const field = document.querySelector('textarea');
  if (!field) throw new Error('The object has no text field.');
  const times: number[] = [];
  for (let index = 0; index < letters; index += 1) {
    times.push(
      await timed(() => {
        field.value = `No. ${index % 10} ${'x'.repeat(index % 12)}`;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    );
  }
  return times;
}

let fonts: FontLibrary | undefined;

/** Renders and paints everything as for a print. Returns the milliseconds of each time. */
export async function redraw(times: number): Promise<number[]> {
  fonts ??= await loadFonts([{ ...FONT, style: '', bytes: new Uint8Array(await (await fetch(FONT_FILE)).arrayBuffer()) }]);
  const board = document.createElement('canvas');
  const values: PrintValues = {
    moment: { epochMs: Date.now(), timeZone: 'UTC' },
    variables: new Map(),
    counters: new Map(),
    row: undefined,
  };
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const begin = performance.now();
    const bitmap = printLabel(compileLabel(label, { hdpi: DPI, vdpi: DPI }, fonts), values);
    [board.width, board.height] = [bitmap.width, bitmap.height];
    board.getContext('2d')?.putImageData(pixelsOf(bitmap), 0, 0);
    taken.push(performance.now() - begin);
    await frame();
  }
  return taken;
}

const FONT_FILE = '/controllers/c1/api/v3/fonts/Arimo/Regular';

/** The duration of the synchronous work plus that of the next frame, without the wait for the frame. */
async function timed(act: () => void): Promise<number> {
  let start = 0;
  const inFrame = new Promise<number>((resolve) => {
    requestAnimationFrame(() => (start = performance.now()));
    queueMicrotask(() => {
      void nextTick().then(() => requestAnimationFrame(() => resolve(performance.now() - start)));
    });
  });
  const begin = performance.now();
  act();
  await nextTick();
  const atOnce = performance.now() - begin;
  return atOnce + (await inFrame);
}

function frame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function canvas(): HTMLCanvasElement {
  return document.querySelector<HTMLCanvasElement>('canvas.paper') ?? document.createElement('canvas');
}

function pointer(kind: string, { x, y }: { x: number; y: number }): void {
  const target = kind === 'pointerdown' ? document.querySelector('[role=application]') : window;
  target?.dispatchEvent(new PointerEvent(kind, { bubbles: true, clientX: x, clientY: y, pointerId: 1, button: 0, pointerType: 'mouse' }));
}

function placeOnScreen(): { x: number; y: number } {
  const object = label.objs[CHOSEN] as unknown as { x: number; y: number };
  const { left, top, width } = canvas().getBoundingClientRect();
  const scale = width / label.width;
  return { x: left + (object.x + 1) * scale, y: top + (object.y + 1) * scale };
}
