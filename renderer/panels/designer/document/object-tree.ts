import type { LabelDocument } from '../../../stores/labels.ts';
import { entriesOf, isGroup, isObject, type DesignObject } from './design-object.ts';

/** An object where it is. Pointers are JSON pointers into the document, such as `/objs/3/children/0`. */
export interface PlacedObject {
  pointer: string;
  object: DesignObject;
}

/** What becomes of an object: others in its place, none, or undefined for itself. */
export type Visit = (object: DesignObject, pointer: string) => readonly unknown[] | undefined;

/** Documents never change: what is in one is looked for once, however many ask. */
const listed = new WeakMap<LabelDocument, readonly PlacedObject[]>();

/** Every object, groups before what is in them, in the order in which they are drawn. */
export function allObjects(document: LabelDocument): readonly PlacedObject[] {
  const objects = listed.get(document) ?? below(entriesOf(document, 'objs'), '/objs');
  listed.set(document, objects);
  return objects;
}

function below(entries: readonly unknown[], pointer: string): PlacedObject[] {
  return entries.flatMap((object, index) => {
    if (!isObject(object)) return [];
    const own = { pointer: `${pointer}/${index}`, object };
    return isGroup(object) ? [own, ...below(entriesOf(object, 'children'), `${own.pointer}/children`)] : [own];
  });
}

export function findAt(document: LabelDocument, pointer: string): DesignObject | undefined {
  return allObjects(document).find((placed) => placed.pointer === pointer)?.object;
}

/** Where these objects, told by identity, are now; in the order in which they are drawn. */
export function pointersOf(document: LabelDocument, objects: ReadonlySet<DesignObject>): string[] {
  return allObjects(document).flatMap(({ pointer, object }) => (objects.has(object) ? [pointer] : []));
}

/** The pointer of what an object is in: a group, or '' for the label. */
export function holderOf(pointer: string): string {
  return pointer.replace(/\/(?:objs|children)\/\d+$/u, '');
}

/** Its place among its siblings. */
export function indexOf(pointer: string): number {
  return Number(/\d+$/u.exec(pointer)?.[0] ?? 0);
}

/**
 * A document with some objects replaced; what nobody changed is the very same object, and the document itself when nothing was changed. What is
 * no object stays where it is.
 */
export function editObjects(document: LabelDocument, visit: Visit): LabelDocument {
  const objs = editList(entriesOf(document, 'objs'), '/objs', visit);
  return objs ? { ...document, objs } : document;
}

/** Undefined where nothing changed. */
function editList(entries: readonly unknown[], pointer: string, visit: Visit): unknown[] | undefined {
  let isChanged = false;
  const edited = entries.flatMap((object, index): readonly unknown[] => {
    if (!isObject(object)) return [object];
    const own = `${pointer}/${index}`;
    const answer = visit(object, own);
    if (answer) {
      isChanged ||= answer.length !== 1 || answer[0] !== object;
      return answer;
    }
    const children = isGroup(object) ? editList(entriesOf(object, 'children'), `${own}/children`, visit) : undefined;
    isChanged ||= children !== undefined;
    return [children ? { ...object, children } : object];
  });
  return isChanged ? edited : undefined;
}

/** Those of the pointers that lie in no other of them: a group that is moved takes its children along. */
export function outermost(pointers: readonly string[]): string[] {
  return pointers.filter((pointer) => !pointers.some((other) => pointer.startsWith(`${other}/`)));
}

/** Puts objects into a group, or the label (''), before what stands there at that index. Where something else than a list stands, nothing is put. */
export function insertAt(
  document: LabelDocument,
  place: { holder: string; index: number },
  objects: readonly DesignObject[],
): LabelDocument {
  const insert = (holder: DesignObject | LabelDocument, key: 'objs' | 'children') =>
    holder[key] === undefined || Array.isArray(holder[key])
      ? { ...holder, [key]: entriesOf(holder, key).toSpliced(place.index, 0, ...objects) }
      : holder;
  if (place.holder === '') return insert(document, 'objs');
  return editObjects(document, (object, pointer) => (pointer === place.holder ? [insert(object, 'children')] : undefined));
}

export function removeAt(document: LabelDocument, pointers: readonly string[]): LabelDocument {
  const gone = new Set(pointers);
  return editObjects(document, (_, pointer) => (gone.has(pointer) ? [] : undefined));
}
