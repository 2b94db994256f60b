import { computed, ref, shallowReactive } from 'vue';
import type { LabelPlace } from '../../stores/labels.ts';
import { IndexedDbTexts } from '../../domain/browser/indexed-db-texts.ts';
import { LocalLabelEdits, type LocalLabelEdit } from './local-label-edits.ts';

/** Milliseconds. A slower write misses the two seconds within which a change is stored, and a notice appears. */
const WRITE_LIMIT = 1_500;
/** Milliseconds that a browser may take to read the stored edit. */
const READ_LIMIT = 15_000;

/** The unsaved edit of a label in this browser. Nothing is overwritten before the stored edit has been read. */
export function useLocalEdit(place: LabelPlace) {
  const edits = new LocalLabelEdits(new IndexedDbTexts(), place);
  const hasFailed = ref(false);
  const overdue = shallowReactive(new Set<symbol>());
  /** Whether the edit is not stored, or not in time. */
  const isLost = computed(() => hasFailed.value || overdue.size > 0);
  let hasLoaded = false;
  /** As last read or written. */
  let lastWritten: LocalLabelEdit | undefined;
  let writes = 0;
  let unwritten = 0;
  let writing: Promise<void> | undefined;

  async function load(): Promise<void> {
    const before = writes;
    try {
      const found = await inTime(edits.find());
      // A write during the read is newer.
      if (writes === before) lastWritten = found;
      hasLoaded = true;
    } catch {
      hasFailed.value = true;
    }
  }

  /** Stores the edit unless it is stored already. Undefined removes it. */
  function save(edit: LocalLabelEdit | undefined): void {
    const isStored = edit?.text === lastWritten?.text && edit?.revision === lastWritten?.revision;
    if (!hasLoaded || (isStored && !isLost.value)) return;
    lastWritten = edit;
    writes += 1;
    unwritten += 1;
    writing = (edit ? edits.save(edit) : edits.discard()).then((isDone) => {
      unwritten -= 1;
      hasFailed.value = !isDone;
    });
  }

  /** The page closes: stores what is not written yet. */
  function leave(): void {
    if (unwritten > 0 && lastWritten) edits.saveToLocalStorage(lastWritten);
  }

  /** Runs one write at a time: on a slow disk the newest text waits for one write, not for a queue of them. */
  async function afterWrites(act: () => void): Promise<void> {
    const write = Symbol('write');
    const late = setTimeout(() => overdue.add(write), WRITE_LIMIT);
    await writing;
    act();
    await writing;
    clearTimeout(late);
    overdue.delete(write);
  }

  return { isLost, hasLoaded: () => hasLoaded, find: () => lastWritten, load, save, leave, afterWrites, close: () => edits.close() };
}

async function inTime<Value>(reading: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('the browser did not return the stored edit in time'));
    }, READ_LIMIT);
  });
  return Promise.race([reading, end]).finally(() => {
    clearTimeout(timer);
  });
}
