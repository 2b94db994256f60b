import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useScannerStore } from '#renderer/stores/scanning/scanner.ts';

const PRODUCT = '9521234510000';
/** Milliseconds between the keys of a scanner. */
const PAUSE = 20;
let stop: () => void;
let at = 0;

beforeEach(() => {
  setActivePinia(createPinia());
  stop = useScannerStore().start();
});

afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

function scan(text: string): void {
  at += 1_000;
  for (const key of [...text, 'Enter']) {
    at += PAUSE;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    document.body.dispatchEvent(event);
  }
}

describe('a scan from before the first handler', () => {
  it('reaches that handler, once', () => {
    const scanner = useScannerStore();
    const heard: string[] = [];
    scan(PRODUCT);
    scanner.listen(({ text }) => heard.push(text) > 0);
    scanner.listen(({ text }) => heard.push(`again ${text}`) > 0);
    expect(heard).toEqual([PRODUCT]);
  });

  it('is forgotten when the handler comes too late to be expected', () => {
    const scanner = useScannerStore();
    const heard: string[] = [];
    scan(PRODUCT);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6_000);
    scanner.listen(({ text }) => heard.push(text) > 0);
    expect(heard).toEqual([]);
  });
});
