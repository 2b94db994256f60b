import type { Browser, Page } from 'playwright';

/**
 * A task of a page, in milliseconds. What it takes of the processor is its own; by the clock it takes longer on a machine that gives the
 * browser's threads less than a processor each.
 */
export interface PageTask {
  cpu: number;
  clock: number;
  /** What took most of it. */
  what: string;
}

/** As Chromium writes them: times in microseconds, `tdur` is the processor's time of the thread. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string; fileName?: string; data?: { type?: string; url?: string; functionName?: string } };
}

const CATEGORIES = ['toplevel', 'devtools.timeline', 'v8'];
const PAGE_THREAD = 'CrRendererMain';
const TASK = 'ThreadControllerImpl::RunTask';
/** What says no more than that something ran. */
const SHELLS = new Set([TASK, 'RunTask', 'SimpleWatcher::OnHandleReady', 'Receive mojo message', 'v8.callFunction']);
const MICROSECONDS_PER_MS = 1_000;

/** Watches what the page does from now on. What is returned ends that and gives the task that took most of the processor's time. One watch at a time. */
export async function watchTasks(browser: Browser, page: Page): Promise<() => Promise<PageTask>> {
  await browser.startTracing(page, { categories: CATEGORIES });
  return async () => longestTask((JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }).traceEvents);
}

function longestTask(events: readonly TraceEvent[]): PageTask {
  const isPage = pageThreads(events);
  const done = events.filter((event) => event.ph === 'X' && isPage(event));
  const longest = most(done.filter(({ name }) => name === TASK));
  if (!longest) throw new Error('The browser told of no task of the page.');
  const inside = done.filter((event) => isInside(event, longest) && !SHELLS.has(event.name));
  return { cpu: milliseconds(longest.tdur), clock: milliseconds(longest.dur), what: nameOf(most(inside)) };
}

function pageThreads(events: readonly TraceEvent[]): (event: TraceEvent) => boolean {
  const named = events.filter(({ name, args }) => name === 'thread_name' && args?.name === PAGE_THREAD);
  const threads = new Set(named.map(({ pid, tid }) => `${pid} ${tid}`));
  return ({ pid, tid }) => threads.has(`${pid} ${tid}`);
}

function isInside(event: TraceEvent, task: TraceEvent): boolean {
  return event.pid === task.pid && event.ts >= task.ts && event.ts + (event.dur ?? 0) <= task.ts + (task.dur ?? 0);
}

function most(events: readonly TraceEvent[]): TraceEvent | undefined {
  return events.toSorted((one, other) => (other.tdur ?? 0) - (one.tdur ?? 0))[0];
}

function nameOf(event: TraceEvent | undefined): string {
  if (!event) return 'a script';
  const { fileName, data } = event.args ?? {};
  const of = data?.type ?? fileName ?? data?.url;
  return of === undefined ? event.name : `${event.name} of ${of.split('/').pop()}`;
}

function milliseconds(microseconds = 0): number {
  return Math.round(microseconds / MICROSECONDS_PER_MS);
}
