import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { ownChild } from '#support/own-children.ts';
import { Random } from '#support/random.ts';
import { residentMemory } from '#support/resident-memory.ts';
import { refuse, type Order } from '../fault-run.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../lines.ts';
import type { Flood, FloodOrder } from './flood.ts';
import type { Observation, Watch } from './observer.ts';
import { floodedPaths, furnish } from './paths.ts';

const LINE: LineSetup = { printer: 'Line 1', counter: 'Serial', lineSpeed: 2_400, bufferDepth: 8, isColor: false };
const PRODUCTS_PER_MINUTE = 240;
const SHAPES: readonly Omit<Flood, 'path'>[] = [
  { connections: 100, pipelined: 150, reads: 'nothing', addresses: 1 },
  { connections: 200, pipelined: 20, reads: 'slowly', addresses: 8 },
  { connections: 400, pipelined: 1, reads: 'everything', addresses: 4 },
];
/** Duration of a flood and of the pause after it, in milliseconds. */
const DURATION = 1_000;
const PAUSE = 100;
const WARMING = 4_000;
/**
 * Limits: p99 of liveness probes in milliseconds, memory as a multiple of the idle service's, and file descriptors in addition to those of
 * connections.
 */
const MAX_P99 = 250;
const MAX_MEMORY = 2;
const MAX_DESCRIPTORS = 32;
const MEMORY_EVERY = 50;
const REPORT_EVERY = 10;

/**
 * Floods a controller with requests for every readable path, by clients that do not read the responses, read them slowly, or read and
 * repeat, while a line prints: no product is missed, the service stays live, and memory and open files stay limited.
 */
export async function floods({ amount, seed, tell }: Order): Promise<string> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'strobe-floods-'));
  await furnishFolder(dataFolder, [LINE]);
  const controller = await startController({ dataFolder, flags: ['--empty', '--requests-per-second', '1000000', '--log-level', 'error'] });
  const [attacker, observer] = ['./flood.ts', './observer.ts'].map(forked) as [ChildProcess, ChildProcess];
  try {
    await selectSerials(controller.url, [LINE]);
    const paths = await floodedPaths(controller.url, await furnish(controller.url, LINE.printer));
    const cells = shuffled(
      paths.flatMap((path) => SHAPES.map((shape) => ({ path, ...shape }))),
      new Random(seed),
    ).slice(0, amount);
    const port = Number(new URL(controller.url).port);
    const watch: Watch = {
      port,
      trigger: new URL(`${printerUrl(controller.url, LINE.printer)}/trigger`).pathname,
      productsPerMinute: PRODUCTS_PER_MINUTE,
    };
    observer.send(watch);
    for (const path of paths.filter((path) => !path.endsWith('/events'))) await (await fetch(`${controller.url}${path}`)).arrayBuffer();
    await report(observer);
    await wait(WARMING);
    const idle = percentile((await report(observer)).probes, 0.99);
    tell(`idle: live p99 ${idle.toFixed(1)} ms`);
    const run = new FloodedRun(controller, { attacker, observer, tell });
    for (const [index, cell] of cells.entries()) {
      await run.flood({ ...cell, port, duration: DURATION });
      if ((index + 1) % REPORT_EVERY === 0) tell(`${index + 1} of ${cells.length} floods; ${run.figures()}`);
    }
    await wait(DURATION);
    await run.look({ path: 'afterwards' });
    refuse([...run.faults(), ...(await lost(controller.url))]);
    return `${cells.length} floods of ${paths.length} paths; live p99 ${idle.toFixed(1)} ms idle; ${run.figures()}`;
  } finally {
    for (const child of [attacker, observer]) child.kill();
    await controller.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

function forked(file: string): ChildProcess {
  return ownChild(fork(fileURLToPath(new URL(file, import.meta.url)), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));
}

async function report(observer: ChildProcess): Promise<Observation> {
  const [observation] = await Promise.all([once(observer, 'message').then(([message]) => message as Observation), observer.send('report')]);
  return observation;
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, place: random.fraction() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Products that the controller itself reports as not printed. */
async function lost(url: string): Promise<string[]> {
  const { missedTriggers } = await readApi<{ missedTriggers: { reason: string }[] }>(`${printerUrl(url, LINE.printer)}/missedTriggers`);
  return missedTriggers.map(({ reason }) => `a trigger made no print: ${reason}`);
}

class FloodedRun {
  readonly #controller: ControllerProcess;
  readonly #attacker: ChildProcess;
  readonly #observer: ChildProcess;
  readonly #tell: Order['tell'];
  readonly #idle: { memory: number; descriptors: number };
  readonly #probes: number[] = [];
  readonly #missed: string[] = [];
  #products = 0;
  #worst = { path: '', p99: 0 };
  #largest = { path: '', memory: 0 };
  #most = { path: '', descriptors: 0 };

  constructor(
    controller: ControllerProcess,
    { attacker, observer, tell }: { attacker: ChildProcess; observer: ChildProcess; tell: Order['tell'] },
  ) {
    this.#tell = tell;
    this.#controller = controller;
    this.#attacker = attacker;
    this.#observer = observer;
    this.#idle = { memory: residentMemory(controller.pid), descriptors: descriptorsOf(controller.pid) };
  }

  async flood(order: FloodOrder): Promise<void> {
    const timer = setInterval(() => this.#measure(order), MEMORY_EVERY);
    try {
      this.#attacker.send(order);
      await once(this.#attacker, 'message');
    } finally {
      clearInterval(timer);
    }
    await wait(PAUSE);
    await this.look(order);
  }

  /** Evaluates the observations since the last call. */
  async look(cell: Pick<FloodOrder, 'path'> & Partial<FloodOrder>): Promise<void> {
    const { probes, products, missed } = await report(this.#observer);
    this.#probes.push(...probes);
    this.#products += products;
    this.#missed.push(...missed.map((why) => `${describeFlood(cell)}: a product was missed: ${why}`));
    const p99 = percentile(probes, 0.99);
    if (p99 > MAX_P99) this.#tell(`${describeFlood(cell)}: live p99 ${Math.round(p99)} ms`);
    if (p99 > this.#worst.p99) this.#worst = { path: describeFlood(cell), p99 };
  }

  faults(): string[] {
    const p99 = percentile(this.#probes, 0.99);
    const { memory, descriptors } = this.#idle;
    return [
      ...this.#missed,
      ...(p99 > MAX_P99 ? [`the p99 of live probes is ${Math.round(p99)} ms`] : []),
      ...(this.#largest.memory > MAX_MEMORY * memory
        ? [`memory grew from ${memory} to ${this.#largest.memory} MiB with ${this.#largest.path}`]
        : []),
      ...(this.#most.descriptors > descriptors + MAX_DESCRIPTORS
        ? [`${this.#most.descriptors} files open with ${this.#most.path}, ${descriptors} when idle`]
        : []),
    ];
  }

  figures(): string {
    const { memory, descriptors } = this.#idle;
    const p99 = percentile(this.#probes, 0.99);
    return [
      `${this.#missed.length} of ${this.#products} products missed`,
      `live p99 ${p99.toFixed(1)} ms, ${this.#worst.p99.toFixed(1)} ms with ${this.#worst.path}`,
      `memory ${memory} MiB idle, ${this.#largest.memory} MiB at most with ${this.#largest.path}`,
      `${descriptors} descriptors idle, ${this.#most.descriptors} at most with ${this.#most.path}, without connections`,
    ].join('; ');
  }

  #measure(cell: FloodOrder): void {
    const memory = residentMemory(this.#controller.pid);
    if (memory > this.#largest.memory) this.#largest = { path: describeFlood(cell), memory };
    const descriptors = descriptorsOf(this.#controller.pid);
    if (descriptors > this.#most.descriptors) this.#most = { path: describeFlood(cell), descriptors };
  }
}

function describeFlood({ path, connections, pipelined, reads }: Partial<FloodOrder>): string {
  return connections === undefined ? `${path}` : `${connections} x ${pipelined} ${path}, reading ${reads}`;
}

function percentile(times: readonly number[], share: number): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
}

/** Number of open descriptors that are not connections. */
function descriptorsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((number) => !targetOf(join(folder, number)).startsWith(SOCKET)).length;
}

const SOCKET = 'socket:';

/** The target of a descriptor. Connections close all the time, so a descriptor that disappears meanwhile counts as one. */
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(descriptor);
  } catch {
    return SOCKET;
  }
}
