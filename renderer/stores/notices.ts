import { defineStore } from 'pinia';
import { shallowRef } from 'vue';

export interface Notice {
  id: number;
  text: string;
  kind: 'done' | 'failed';
}

const SHOWN_FOR = 5_000;
/** More than fit on a screen: a page that is open for months keeps no failures that nobody reads. */
const MOST_SHOWN = 20;

/** Short words about what was just done. A failure stays until somebody dismisses it. */
export const useNoticesStore = defineStore('notices', () => {
  const notices = shallowRef<Notice[]>([]);
  let lastId = 0;

  function say(text: string, kind: Notice['kind'] = 'done'): void {
    const id = ++lastId;
    notices.value = [...notices.value, { id, text, kind }].slice(-MOST_SHOWN);
    if (kind === 'done') setTimeout(() => dismiss(id), SHOWN_FOR);
  }

  function dismiss(id: number): void {
    notices.value = notices.value.filter((notice) => notice.id !== id);
  }

  return { notices, say, dismiss };
});
