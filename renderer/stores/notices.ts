import { defineStore } from 'pinia';
import { shallowRef } from 'vue';

export interface Notice {
  id: number;
  text: string;
  kind: 'done' | 'failed';
}

const SHOWN_FOR = 5_000;
/** More than fit on a screen: the limit keeps a page that is open for months from collecting unread failures. */
const MAX_SHOWN = 20;

/** Short messages about the last commands. A failure stays until it is dismissed. */
export const useNoticesStore = defineStore('notices', () => {
  const notices = shallowRef<Notice[]>([]);
  let lastId = 0;

  function show(text: string, kind: Notice['kind'] = 'done'): void {
    const id = ++lastId;
    notices.value = [...notices.value, { id, text, kind }].slice(-MAX_SHOWN);
    if (kind === 'done') setTimeout(() => dismiss(id), SHOWN_FOR);
  }

  function dismiss(id: number): void {
    notices.value = notices.value.filter((notice) => notice.id !== id);
  }

  return { notices, show, dismiss };
});
