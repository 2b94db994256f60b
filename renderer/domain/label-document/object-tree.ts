import { type DesignObject, entriesOf, isGroup, isObject, type LabelDocument } from './design-object.ts';

/** An object and its JSON pointer in the document, such as `/objs/3/children/0`. */
export interface PlacedObject {
  pointer: string;
  object: DesignObject;
}

/** The replacement of an object: other objects, none, or undefined to leave it. */
export type Visit = (object: DesignObject, pointer: string) => readonly unknown[] | undefined;

/** Documents are immutable, so the list is created once per document. */
const listed = new WeakMap<LabelDocument, readonly PlacedObject[]>();

/** Every object in drawing order, groups before their children. */
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

/** The current pointers of these objects, compared by identity, in drawing order. */
export function pointersOf(document: LabelDocument, objects: ReadonlySet<DesignObject>): string[] {
  return allObjects(document).flatMap(({ pointer, object }) => (objects.has(object) ? [pointer] : []));
}

/** The pointer of an object's container: a group, or '' for the label. */
export function parentPointer(pointer: string): string {
  return pointer.replace(/\/(?:objs|children)\/\d+$/u, '');
}

/** The index of an object among its siblings. */
export function indexOf(pointer: string): number {
  return Number(/\d+$/u.exec(pointer)?.[0] ?? 0);
}

/**
 * A document with some objects replaced. Unchanged parts are the same objects, and so is the document if nothing changed. Entries that are
 * not objects stay.
 */
export function editObjects(document: LabelDocument, visit: Visit): LabelDocument {
  const objs = editList(entriesOf(document, 'objs'), '/objs', visit);
  return objs ? { ...document, objs } : document;
}

/** Undefined if nothing changed. */
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

/** The pointers that are not inside another one: moving a group moves its children. */
export function outermost(pointers: readonly string[]): string[] {
  return pointers.filter((pointer) => !pointers.some((other) => pointer.startsWith(`${other}/`)));
}

/** Inserts objects into a group, or into the label (''), before the entry at an index. Does nothing if there is no list. */
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
