import { vi } from 'vitest';
import { resetPageAddress } from './page-address.ts';

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

/** From now on threads are stood in for. The page finds what they run next to its own address. */
export function stubWorkers(): void {
  resetPageAddress();
  vi.stubGlobal('Worker', FakeWorker);
}

/** The thread that was started last. */
export function lastWorker(): FakeWorker {
  const worker = FakeWorker.started.at(-1);
  if (!worker) throw new Error('No thread was started.');
  return worker;
}
