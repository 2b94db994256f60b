import { computed, ref, shallowRef, watch } from 'vue';
import type { LabelDocument } from '../../stores/labels.ts';
import { formatJson } from '../label/format-json.ts';
import type { LabelEditing } from '../label/use-label-editing.ts';
import type { DesignObject } from './document/design-object.ts';
import { allObjects, editObjects, findAt, pointersOf } from './document/object-tree.ts';
import { Past } from './document/past.ts';

/**
 * Work on a label as a drawing. The text of the label stays what is saved, kept as a draft and shown as JSON: every change is written there at
 * once, and what is changed there is taken up here as one more step that can be taken back.
 */
export function useDesigner(editing: Pick<LabelEditing, 'text' | 'write'>) {
  /** What is shown: the label, or what a gesture that still goes on would make of it. */
  const document = shallowRef<LabelDocument>({});
  /** The label without what a gesture that still goes on would change. */
  const settled = shallowRef<LabelDocument>({});
  const selection = ref<readonly string[]>([]);
  /** The text is no JSON object: it has to be mended there first. */
  const isBroken = ref(false);
  const steps = ref({ canUndo: false, canRedo: false });
  let past: Past | undefined;
  let written: string | undefined;

  watch(editing.text, takeText, { immediate: true });

  function takeText(text: string): void {
    const parsed = text === written ? past?.now : parseDocument(text);
    isBroken.value = parsed === undefined && text !== '';
    if (!parsed || text === written) return;
    written = text;
    if (past) past.change(parsed, 'text');
    else past = new Past(parsed);
    show();
  }

  function show(): void {
    if (!past) return;
    document.value = settled.value = past.now;
    steps.value = { canUndo: past.canUndo, canRedo: past.canRedo };
    const known = new Set(allObjects(past.now).map(({ pointer }) => pointer));
    if (selection.value.some((pointer) => !known.has(pointer))) select(selection.value.filter((pointer) => known.has(pointer)));
  }

  function write(): void {
    if (!past) return;
    show();
    written = formatJson(past.now);
    editing.write(written);
  }

  /** Changes the label. What one deed changes, one after another, is taken back in one step. */
  function change(next: LabelDocument, deed?: string): void {
    past?.change(next, deed);
    write();
  }

  /** Changes it, and selects these objects in it. */
  function changeAndSelect({ document: next, objects }: { document: LabelDocument; objects: readonly DesignObject[] }): void {
    past?.settle();
    change(next);
    select(pointersOf(next, new Set(objects)));
  }

  /** Shows what a gesture would make of the label; without a document what it is. */
  function sketch(next?: LabelDocument): void {
    document.value = next ?? past?.now ?? {};
  }

  function undo(): void {
    past?.undo();
    write();
  }

  function redo(): void {
    past?.redo();
    write();
  }

  function select(pointers: readonly string[]): void {
    past?.settle();
    selection.value = pointers;
  }

  /** Puts others in the place of objects. */
  function replace(next: (object: DesignObject, pointer: string) => DesignObject, deed?: string): void {
    const chosen = new Set(selection.value);
    change(
      editObjects(past?.now ?? {}, (object, pointer) => (chosen.has(pointer) ? [next(object, pointer)] : undefined)),
      deed,
    );
  }

  const selected = computed(() => {
    const chosen = new Set(selection.value);
    return allObjects(document.value).filter(({ pointer }) => chosen.has(pointer));
  });

  return {
    document,
    selection,
    selected,
    isBroken,
    steps,
    settled,
    find: (pointer: string) => findAt(document.value, pointer),
    change,
    changeAndSelect,
    sketch,
    undo,
    redo,
    select,
    replace,
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
