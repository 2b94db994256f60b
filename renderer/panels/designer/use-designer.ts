import { computed, ref, shallowRef, watch } from 'vue';
import type { LabelDocument } from '../../stores/labels.ts';
import { DocumentText } from '../label/format-json.ts';
import type { LabelEditing } from '../label/use-label-editing.ts';
import type { DesignObject } from './document/design-object.ts';
import { allObjects, editObjects, pointersOf } from './document/object-tree.ts';
import { Past } from './document/past.ts';

/**
 * Work on a label as a drawing. The text of the label stays what is saved, kept as a draft and shown as JSON: every change is written there at
 * once, and what is changed there is taken up here as one more step that can be taken back.
 */
export function useDesigner(editing: Pick<LabelEditing, 'text' | 'write'>) {
  const selection = ref<readonly string[]>([]);
  const work = useLabelPast(editing, dropSelection);
  const { document, settled, change } = work;

  function dropSelection(now: LabelDocument): void {
    const chosen = new Set(selection.value);
    const there = new Set(allObjects(now).flatMap(({ pointer }) => (chosen.has(pointer) ? [pointer] : [])));
    if (there.size < chosen.size) selection.value = selection.value.filter((pointer) => there.has(pointer));
  }

  function select(pointers: readonly string[]): void {
    work.settle();
    selection.value = pointers;
  }

  /** Changes the label, and selects these objects in it. */
  function changeAndSelect({ document: next, objects }: { document: LabelDocument; objects: readonly DesignObject[] }): void {
    work.settle();
    change(next);
    select(pointersOf(next, new Set(objects)));
  }

  /** Puts others in the place of what is selected. */
  function replace(next: (object: DesignObject, pointer: string) => DesignObject, deed?: string): void {
    const chosen = new Set(selection.value);
    change(
      editObjects(settled.value, (object, pointer) => (chosen.has(pointer) ? [next(object, pointer)] : undefined)),
      deed,
    );
  }

  const selected = computed(() => {
    const chosen = new Set(selection.value);
    return allObjects(document.value).filter(({ pointer }) => chosen.has(pointer));
  });

  return { ...work, selection, selected, select, changeAndSelect, replace };
}

/** The states of a label, and its text that always is the present one. `taken` is told of each. */
function useLabelPast({ text, write: writeText }: Pick<LabelEditing, 'text' | 'write'>, taken: (now: LabelDocument) => void) {
  /** What is shown: the label, or what a gesture that still goes on would make of it. */
  const document = shallowRef<LabelDocument>({});
  /** The label without what a gesture that still goes on would change. */
  const settled = shallowRef<LabelDocument>({});
  /** The text is no JSON object: it has to be mended there first. */
  const isBroken = ref(false);
  const steps = ref({ canUndo: false, canRedo: false });
  const layout = new DocumentText();
  let past: Past | undefined;
  let written: string | undefined;

  watch(text, takeText, { immediate: true });

  function takeText(next: string): void {
    const parsed = next === written ? past?.now : parseDocument(next);
    isBroken.value = parsed === undefined && next !== '';
    if (!parsed || next === written) return;
    written = next;
    if (past) past.change(parsed, 'text');
    else past = new Past(parsed);
    show(past);
  }

  function show(states: Past): void {
    document.value = settled.value = states.now;
    steps.value = { canUndo: states.canUndo, canRedo: states.canRedo };
    taken(states.now);
  }

  function go(step: (states: Past) => void): void {
    if (!past) return;
    step(past);
    show(past);
    written = layout.of(past.now);
    writeText(written);
  }

  return {
    ...{ document, settled, isBroken, steps },
    /** Changes the label. What one deed changes, one after another, is taken back in one step. */
    change: (next: LabelDocument, deed?: string) => {
      go((states) => {
        states.change(next, deed);
      });
    },
    /** What is done next is a step of its own. */
    settle: () => past?.settle(),
    /** Shows what a gesture would make of the label; without a document what it is. */
    sketch: (next?: LabelDocument) => void (document.value = next ?? settled.value),
    undo: () => {
      go((states) => {
        states.undo();
      });
    },
    redo: () => {
      go((states) => {
        states.redo();
      });
    },
  };
}

export type Designer = ReturnType<typeof useDesigner>;

function parseDocument(text: string): LabelDocument | undefined {
  try {
    const parsed = JSON.parse(text) as unknown;
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as LabelDocument) : undefined;
  } catch {
    return undefined;
  }
}
