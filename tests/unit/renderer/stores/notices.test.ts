import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it } from 'vitest';
import { useNoticesStore } from '#renderer/stores/notices.ts';

beforeEach(() => setActivePinia(createPinia()));

describe('notices', () => {
  it('are limited to twenty, and the oldest are dropped', () => {
    const store = useNoticesStore();
    for (let place = 0; place < 25; place += 1) store.show(`failure ${place}`, 'failed');
    expect([store.notices.length, store.notices[0]?.text, store.notices.at(-1)?.text]).toEqual([20, 'failure 5', 'failure 24']);
  });
});
