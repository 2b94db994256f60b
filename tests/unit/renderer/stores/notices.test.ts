import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it } from 'vitest';
import { useNoticesStore } from '#renderer/stores/notices.ts';

beforeEach(() => setActivePinia(createPinia()));

describe('notices', () => {
  it('are twenty at most, the oldest go', () => {
    const store = useNoticesStore();
    for (let place = 0; place < 25; place += 1) store.say(`failure ${place}`, 'failed');
    expect([store.notices.length, store.notices[0]?.text, store.notices.at(-1)?.text]).toEqual([20, 'failure 5', 'failure 24']);
  });
});
