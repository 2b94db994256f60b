import { computed, ref, shallowReactive } from 'vue';
import type { LabelPlace } from '../../stores/labels.ts';
import { DraftTexts } from './draft-texts.ts';
import { LabelDrafts, type LabelDraft } from './label-draft.ts';

/** A write that takes longer comes too late for the two seconds within which a change is kept: a person is told. */
const TURN_PATIENCE = 1_500;
/** How long a browser may take to say what it keeps. */
const LOOK_PATIENCE = 15_000;

/** The draft of a label as this browser keeps it: nothing is written over before it was looked for. */
export function useKeptDraft(place: LabelPlace) {
  const drafts = new LabelDrafts(new DraftTexts(indexedDB), place);
  const hasFailed = ref(false);
  const overdue = shallowReactive(new Set<symbol>());
  /** Nothing is kept, or not in time. */
  const isLost = computed(() => hasFailed.value || overdue.size > 0);
  let hasLooked = false;
  /** As it was seen or written last. */
  let known: LabelDraft | undefined;
  let writes = 0;
  let unwritten = 0;
  let writing: Promise<void> | undefined;

  async function look(): Promise<void> {
    const before = writes;
    try {
      const found = await inTime(drafts.find());
      // What was written meanwhile is newer.
      if (writes === before) known = found;
      hasLooked = true;
    } catch {
      hasFailed.value = true;
    }
  }

  /** At once, unless it is there already. Undefined drops it. */
  function keep(draft: LabelDraft | undefined): void {
    const isThere = draft?.text === known?.text && draft?.revision === known?.revision;
    if (!hasLooked || (isThere && !isLost.value)) return;
    known = draft;
    writes += 1;
    unwritten += 1;
    writing = (draft ? drafts.keep(draft) : drafts.drop()).then((isDone) => {
      unwritten -= 1;
      hasFailed.value = !isDone;
    });
  }

  /** The page goes, and what is not written by now may go with it. */
  function leave(): void {
    if (unwritten > 0 && known) drafts.note(known);
  }

  /** One write after the other: on a slow disk the newest text waits for one, and not for a row of them. */
  async function inTurn(act: () => void): Promise<void> {
    const turn = Symbol('turn');
    const late = setTimeout(() => overdue.add(turn), TURN_PATIENCE);
    await writing;
    act();
    await writing;
    clearTimeout(late);
    overdue.delete(turn);
  }

  return { isLost, hasLooked: () => hasLooked, find: () => known, look, keep, leave, inTurn, close: () => drafts.close() };
}

async function inTime<Value>(asked: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('the browser does not say what it keeps'));
    }, LOOK_PATIENCE);
  });
  return Promise.race([asked, end]).finally(() => {
    clearTimeout(timer);
  });
}
