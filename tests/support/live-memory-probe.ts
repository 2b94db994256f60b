import { createServer } from 'node:net';
import process from 'node:process';
import { getHeapStatistics } from 'node:v8';
import { BroadcastChannel, isMainThread, threadId, type Worker } from 'node:worker_threads';
import type { LiveMemory, ThreadMemory } from './live-memory.ts';

/**
 * Loaded into a program under test with `--import`, in its main thread and in each of its worker threads. Answers every connection to the socket
 * that STROBE_LIVE_MEMORY names with one line of JSON, a `LiveMemory`.
 */

/** How long a busy thread is waited for, in milliseconds. One that does not answer is left out of the reading. */
const PATIENCE = 5_000;

const MEASURE = 'measure';
const channel = new BroadcastChannel('strobe-live-memory');
channel.unref();

function measure(): ThreadMemory {
  const { gc: collect } = globalThis;
  // The second collection frees what the finalizers of the first one let go of.
  void collect?.();
  void collect?.();
  return { id: threadId, heap: getHeapStatistics().used_heap_size, external: process.memoryUsage().external };
}

function measureAll(workers: ReadonlySet<Worker>): Promise<LiveMemory> {
  const { promise, resolve } = Promise.withResolvers<LiveMemory>();
  const threads: ThreadMemory[] = [];
  const expected = workers.size;
  const finish = () => resolve({ threads: [measure(), ...threads], resident: process.memoryUsage.rss() });
  const timer = setTimeout(finish, PATIENCE);
  const finishWhenAll = () => {
    if (threads.length < expected) return;
    clearTimeout(timer);
    finish();
  };
  channel.onmessage = ({ data }) => {
    threads.push(data as ThreadMemory);
    finishWhenAll();
  };
  channel.postMessage(MEASURE);
  finishWhenAll();
  return promise;
}

/** One reading after the other: the answers of the threads do not say which one they belong to. */
function answerOn(path: string): void {
  const workers = new Set<Worker>();
  process.on('worker', (worker) => {
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
  });
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    last = last.then(async () => socket.end(`${JSON.stringify(await measureAll(workers))}\n`));
  });
  server.listen(path).unref();
}

const path = process.env['STROBE_LIVE_MEMORY'];
if (isMainThread && path !== undefined) answerOn(path);
else if (!isMainThread) channel.onmessage = ({ data }) => data === MEASURE && channel.postMessage(measure());
