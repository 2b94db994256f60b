import { vi } from 'vitest';

/** Stands in for the threads that the page starts: a test sees what they are asked, and answers in their place. */
export class FakeWorker {
  static readonly started: FakeWorker[] = [];
  readonly orders: unknown[] = [];
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  isTerminated = false;

  constructor() {
    FakeWorker.started.push(this);
  }

  postMessage(order: unknown): void {
    this.orders.push(order);
  }

  answer(data: unknown): void {
    this.onmessage?.(new MessageEvent('message', { data }));
  }

  fail(message: string): void {
    this.onerror?.({ message });
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

/**
 * From now on threads are stood in for. The page finds what they run beside its own address, from which a file that some test before saved may have
 * taken the window.
 */
export function stubWorkers(): void {
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL('http://localhost:3000/');
  vi.stubGlobal('Worker', FakeWorker);
}

/** The thread that was started last. */
export function lastWorker(): FakeWorker {
  const worker = FakeWorker.started.at(-1);
  if (!worker) throw new Error('No thread was started.');
  return worker;
}
