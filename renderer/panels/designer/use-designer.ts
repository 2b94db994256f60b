import { computed, ref, shallowRef, watch } from 'vue';
import { DocumentText } from '../../domain/json/format-json.ts';
import type { LabelEditing } from '../label-editing/use-label-editing.ts';
import type { DesignObject, LabelDocument } from '../../domain/label-document/design-object.ts';
import { allObjects, editObjects, pointersOf } from '../../domain/label-document/object-tree.ts';
import { UndoHistory } from '../../domain/label-document/undo-history.ts';

/**
 * Edits a label as a drawing. The label's text stays the single source that is saved, stored and shown as JSON: every change is written to
 * it at once, and a change of the text becomes an undo step here.
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

  /** Changes the label and selects these objects in it. */
  function changeAndSelect({ document: next, objects }: { document: LabelDocument; objects: readonly DesignObject[] }): void {
    work.settle();
    change(next);
    select(pointersOf(next, new Set(objects)));
  }

  /** Replaces the selected objects. */
  function replace(next: (object: DesignObject, pointer: string) => DesignObject, mergeKey?: string): void {
    const chosen = new Set(selection.value);
    change(
      editObjects(settled.value, (object, pointer) => (chosen.has(pointer) ? [next(object, pointer)] : undefined)),
      mergeKey,
    );
  }

  const selected = computed(() => {
    const chosen = new Set(selection.value);
    return allObjects(document.value).filter(({ pointer }) => chosen.has(pointer));
  });

  return { ...work, selection, selected, select, changeAndSelect, replace };
}

/** The history of a label, in step with its text. `taken` is called with each new document. */
function useLabelPast({ text, write: writeText }: Pick<LabelEditing, 'text' | 'write'>, taken: (now: LabelDocument) => void) {
  /** What is shown: the label, or the label as a running gesture would change it. */
  const document = shallowRef<LabelDocument>({});
  /** The label without a running gesture. */
  const settled = shallowRef<LabelDocument>({});
  /** The text is not a JSON object and must be corrected first. */
  const isBroken = ref(false);
  const steps = ref({ canUndo: false, canRedo: false });
  const layout = new DocumentText();
  let past: UndoHistory | undefined;
  let written: string | undefined;

  watch(text, takeText, { immediate: true });

  function takeText(next: string): void {
    const parsed = next === written ? past?.now : parseDocument(next);
    isBroken.value = parsed === undefined && next !== '';
    if (!parsed || next === written) return;
    written = next;
    if (past) past.change(parsed, 'text');
    else past = new UndoHistory(parsed);
    show(past);
  }

  function show(states: UndoHistory): void {
    document.value = settled.value = states.now;
    steps.value = { canUndo: states.canUndo, canRedo: states.canRedo };
    taken(states.now);
  }

  function go(step: (states: UndoHistory) => void): void {
    if (!past) return;
    step(past);
    show(past);
    written = layout.of(past.now);
    writeText(written);
  }

  return {
    ...{ document, settled, isBroken, steps },
    /** Changes the label. Successive changes with the same merge key are one undo step. */
    change: (next: LabelDocument, mergeKey?: string) => {
      go((states) => {
        states.change(next, mergeKey);
      });
    },
    /** The next change starts a new undo step. */
    settle: () => past?.settle(),
    /** Shows the label as a gesture would change it; without a document, the label itself. */
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
