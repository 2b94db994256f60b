import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { callApi, readApi } from '#support/call-api.ts';
import { startController } from '#support/controller-process.ts';
import { Random } from '#support/random.ts';
import { refuse, type Order } from '../fault-run.ts';
import { furnishFolder, printerUrl, type LineSetup } from '../lines.ts';
import { FontChanges } from './font-changes.ts';
import { ResidentMemory, residentMemory } from './resident-memory.ts';
import { SteadyLine } from './steady-line.ts';

/** Changes after which all fonts are deleted and the memory is read: what is held then is held for good. */
const CHANGES_PER_LOOK = 10;
const CHANGES_PER_SELECTION = 5;
/** Memory may vary by so much, in MiB: what the system gives back depends on its allocator. */
const MAX_GROWTH = 96;
/**
 * MiB that the heap of a drawing thread may take. It never shrinks, and is as large as what was installed at one time made it: all fonts that may be
 * installed, one more while it is replaced, and what Emscripten grows it by beforehand.
 */
const MAX_HEAP = 320;
const MIB = 1024 * 1024;
const MAX_LOOKS = 100;
const LOOK_PAUSE = 100;
const INSTALLED_FONT = 'Mounted';
const TRIED_PRINTER = 'Line 3';

const lineOf = (index: number): LineSetup => ({
  ...{ printer: `Line ${index}`, counter: `C${index}`, lineSpeed: 500, bufferDepth: 16, isColor: false },
});

/**
 * Installs, replaces and deletes fonts, valid, huge and mutated ones, while two lines print at 240 products a minute, one of them in an installed
 * font: no product is missed, every label can be selected all the time, the heaps of the drawing threads stay within their bound, and once the fonts
 * are deleted the rest of the memory is what it was.
 */
export async function fonts({ amount, seed, tell }: Order): Promise<string> {
  const random = new Random(seed);
  const folder = mkdtempSync(join(tmpdir(), 'strobe-fonts-'));
  await furnishFolder(folder, [1, 2, 3].map(lineOf));
  const controller = await startController({ dataFolder: folder, flags: ['--empty'] });
  const { url, pid } = controller;
  const lines = [new SteadyLine(url, 'Line 1'), new SteadyLine(url, 'Line 2')];
  try {
    const changes = new FontChanges(url, random);
    await changes.install(INSTALLED_FONT);
    await selectIn(url, 'Line 1', 'Arimo');
    await selectIn(url, 'Line 2', INSTALLED_FONT);
    const running = Promise.all(lines.map((line) => line.run()));
    const heaps = new Heaps(url);
    const memory = new ResidentMemory(amount);
    const selections = await changeAll({ amount, url, pid, tell, changes, memory, heaps });
    for (const line of lines) line.end();
    await running;
    const products = lines.reduce((sum, line) => sum + line.products, 0);
    const figures = await readFiguresOnceIdle(url, products);
    const medians = memory.medians();
    refuse([
      ...changes.faults,
      ...lines.flatMap(({ missed }) => missed),
      ...(heaps.largest > MAX_HEAP ? [`the heap of a drawing thread has ${heaps.largest} MiB`] : []),
      ...(medians && medians.end > medians.warm + MAX_GROWTH
        ? [`the memory beside the heaps went from ${medians.warm} MiB to ${medians.end} MiB`]
        : []),
      ...(figures.printed !== products ? [`${figures.printed} of ${products} products have a printed print`] : []),
      ...(figures.notPrinted > 0 ? [`${figures.notPrinted} prints are void or unknown`] : []),
    ]);
    return figuresOf({ amount, changes, selections, lines, medians, figures, heaps });
  } finally {
    for (const line of lines) line.end();
    await controller.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The WebAssembly heaps of the drawing threads in MiB, as the controller measures them. */
class Heaps {
  sum = 0;
  largest = 0;
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async measure(): Promise<void> {
    const heaps = (await readFigures(this.#url)).heaps.map((bytes) => Math.round(bytes / MIB));
    this.sum = sum(heaps);
    this.largest = Math.max(this.largest, ...heaps);
  }

  without(memory: number | undefined): number | undefined {
    return memory === undefined ? undefined : memory - this.sum;
  }
}

interface Run extends Pick<Order, 'amount' | 'tell'> {
  url: string;
  changes: FontChanges;
  /** The process of the controller. */
  pid: number;
  memory: ResidentMemory;
  heaps: Heaps;
}

/** Gives how often a label was selected meanwhile. Throws for a selection that fails. */
async function changeAll({ amount, url, pid, tell, changes, memory, heaps }: Run): Promise<number> {
  let selections = 0;
  for (let done = 1; done <= amount; done += 1) {
    await changes.change();
    if (done % CHANGES_PER_SELECTION === 0) {
      selections += 1;
      await selectIn(url, TRIED_PRINTER, 'DejaVu Sans');
      await requireReady(url);
    }
    if (done % CHANGES_PER_LOOK === 0) {
      await changes.removeAll();
      await heaps.measure();
      const now = heaps.without(residentMemory(pid));
      if (now !== undefined) memory.add(done, now);
      if (done % (5 * CHANGES_PER_LOOK) === 0) tell(`${done} changes, ${now} MiB beside heaps of ${heaps.sum} MiB`);
    }
  }
  return selections;
}

async function selectIn(url: string, printer: string, family: string): Promise<void> {
  const name = `Label of ${printer}`;
  const text = '{TIME;{HOUR}:{MINUTE}:{SECOND}} office';
  const label = { format: 3, width: 20, height: 4, objs: [{ type: 'Text', x: 0.2, y: 0.2, text, font: { family, height: 2 } }] };
  await callApi('PUT', `${url}/api/v3/labels/${encodeURIComponent(name)}`, label);
  await callApi('POST', `${printerUrl(url, printer)}/printJob`, { labelName: name });
}

async function requireReady(url: string): Promise<void> {
  const { status, reasons } = await readApi<{ status: string; reasons: unknown[] }>(`${url}/healthz/ready`);
  if (status !== 'ready') refuse([`the controller is not ready: ${JSON.stringify(reasons)}`]);
}

interface Figures {
  printed: number;
  notPrinted: number;
  heaps: number[];
  replaced: number;
}

/** The last prints are confirmed a moment after their triggers were answered. */
async function readFiguresOnceIdle(url: string, products: number): Promise<Figures> {
  for (let attempt = 0; ; attempt += 1) {
    const figures = await readFigures(url);
    if (figures.printed >= products || attempt === MAX_LOOKS) return figures;
    await wait(LOOK_PAUSE);
  }
}

async function readFigures(url: string): Promise<Figures> {
  const text = await (await callApi('GET', `${url}/metrics`)).text();
  const values = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, value]) => Number(value));
  return {
    printed: sum(values(/^strobe_prints\{.*state="printed".*\} (\d+)$/gm)),
    notPrinted: sum(values(/^strobe_prints\{.*state="(?:void|unknown)".*\} (\d+)$/gm)),
    heaps: values(/^strobe_drawing_heap_bytes\{.*\} (\d+)$/gm),
    replaced: values(/^strobe_drawing_threads_replaced_total (\d+)$/gm)[0] ?? 0,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

interface Outcome extends Pick<Run, 'amount' | 'changes' | 'heaps'> {
  selections: number;
  lines: readonly SteadyLine[];
  medians: ReturnType<ResidentMemory['medians']>;
  figures: Figures;
}

function figuresOf({ amount, changes: { counts }, selections, lines, medians, figures, heaps }: Outcome): string {
  const times = lines.flatMap((line) => line.times).sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  return [
    `${amount} changes (${counts.small} small, ${counts.huge} huge, ${counts.mutated} mutated; ${counts.refused} refused, ${counts.full} beyond the limit)`,
    `${lines.reduce((sum, { products }) => sum + products, 0)} products, 0 missed, p99 of a trigger ${p99.toFixed(0)} ms`,
    `${selections} selections`,
    `memory beside heaps ${medians?.warm} MiB warm, ${medians?.end} MiB at the end; largest heap ${heaps.largest} MiB, ${figures.replaced} threads replaced`,
  ].join('; ');
}
