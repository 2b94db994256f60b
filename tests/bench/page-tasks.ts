import type { Browser, Page } from 'playwright';

/** A task of a page in milliseconds. CPU time is its own; wall-clock time is longer if the browser's threads share processors. */
export interface PageTask {
  cpu: number;
  clock: number;
  /** The part that took most of it. */
  what: string;
}

/** Chromium's format: times in microseconds, `tdur` is the CPU time of the thread. */
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
/** Event names that only say that something ran. */
const SHELLS = new Set([TASK, 'RunTask', 'SimpleWatcher::OnHandleReady', 'Receive mojo message', 'v8.callFunction']);
const MICROSECONDS_PER_MS = 1_000;

/**
 * Records the tasks of the page. The returned function stops recording and returns the task with the most CPU time. Only one recording at a
 * time.
 */
export async function watchTasks(browser: Browser, page: Page): Promise<() => Promise<PageTask>> {
  await browser.startTracing(page, { categories: CATEGORIES });
  return async () => longestTask((JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }).traceEvents);
}

function longestTask(events: readonly TraceEvent[]): PageTask {
  const isPage = pageThreads(events);
  const done = events.filter((event) => event.ph === 'X' && isPage(event));
  const longest = most(done.filter(({ name }) => name === TASK));
  if (!longest) throw new Error('The browser reported no task of the page.');
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
