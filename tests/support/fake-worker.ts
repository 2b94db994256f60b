import { vi } from 'vitest';
import { resetPageAddress } from './page-address.ts';

/** Replaces the page's workers: a test reads their messages and answers for them. */
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

/** Replaces `Worker` in the page. */
export function stubWorkers(): void {
  resetPageAddress();
  vi.stubGlobal('Worker', FakeWorker);
}

/** The worker that was started last. */
export function lastWorker(): FakeWorker {
  const worker = FakeWorker.started.at(-1);
  if (!worker) throw new Error('No thread was started.');
  return worker;
}
