import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { usePersistentRef, usePersistentText } from '#renderer/composables/use-persistent-ref.ts';
import { useScannerStore } from '#renderer/stores/scanning/scanner.ts';
import { useConnectionsStore } from '#renderer/stores/connections.ts';
import { stationClientKey } from '#renderer/composables/station-client.ts';
import { createApp } from 'vue';

beforeEach(() => {
  localStorage.clear();
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A browser that blocks storage throws as soon as `localStorage` is read. */
function blockStorage(): void {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
}

describe('a value that the browser stores', () => {
  it('is read again after a reload', () => {
    usePersistentRef('n', z.number(), 1).value = 2;
    usePersistentText('text').value = 'plain';
    expect([usePersistentRef('n', z.number(), 1).value, usePersistentText('text').value]).toEqual([2, 'plain']);
    expect({ ...localStorage }).toEqual({ n: '2', text: 'plain' });
  });

  it('is the fallback where the stored text does not fit the schema', () => {
    localStorage.setItem('n', '"two"');
    expect(usePersistentRef('n', z.number(), 1).value).toBe(1);
  });

  it('lasts as long as the page in a browser that blocks storage', () => {
    blockStorage();
    const [number, text] = [usePersistentRef('n', z.number(), 1), usePersistentText('text')];
    number.value = 2;
    text.value = 'plain';
    expect([number.value, text.value]).toEqual([2, 'plain']);
  });
});

describe('a page in a browser that blocks storage', () => {
  it('opens its stores, and they take what is chosen', () => {
    blockStorage();
    const app = createApp({}).provide(stationClientKey, {} as never);
    setActivePinia(createPinia());
    app.runWithContext(() => {
      const [connections, scanner] = [useConnectionsStore(), useScannerStore()];
      connections.choose('c2');
      scanner.prefix = '~';
      expect(scanner.prefix).toBe('~');
    });
  });
});
