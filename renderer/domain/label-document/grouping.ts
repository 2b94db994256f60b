import { withCondition } from './visibility-conditions.ts';
import { type DesignObject, entriesOf, isGroup, isObject, type LabelDocument } from './design-object.ts';
import { allObjects, editObjects, findAt, parentPointer, indexOf, insertAt, outermost, removeAt } from './object-tree.ts';

/** A changed document, and the objects that the change was about. */
export interface Regrouped {
  document: LabelDocument;
  objects: readonly DesignObject[];
}

/** In addition the groups that were not dissolved, because their condition could not be passed to their objects, which might then print. */
export interface Taken extends Regrouped {
  stayed: readonly DesignObject[];
}

/**
 * Puts objects into a new group, in their order, at the position of the topmost one. An object from a group with a condition takes the
 * condition along. If one of them cannot be moved, no group is created.
 */
export function groupObjects(document: LabelDocument, pointers: readonly string[]): Taken {
  const outer = outermost(pointers);
  const chosen = allObjects(document).filter(({ pointer }) => outer.includes(pointer));
  const topmost = chosen.at(-1);
  if (!topmost) return { document, objects: [], stayed: [] };
  const children: DesignObject[] = [];
  const stayed: DesignObject[] = [];
  for (const { pointer, object } of chosen) {
    const left = groupsAround(document, pointer).filter((group) => !topmost.pointer.startsWith(`${group.pointer}/`));
    const child = left.reduce<DesignObject | undefined>((own, group) => own && withCondition(own, group.object['visible']), object);
    if (child) children.push(child);
    else stayed.push(...left.map((group) => group.object));
  }
  if (stayed.length > 0) return { document, objects: chosen.map(({ object }) => object), stayed };
  const group: DesignObject = { type: 'ObjectGroup', children };
  const gone = new Set(chosen.map(({ pointer }) => pointer));
  const withGroup = editObjects(document, (_, pointer) => {
    if (pointer === topmost.pointer) return [group];
    return gone.has(pointer) ? [] : undefined;
  });
  return { document: withGroup, objects: [group], stayed };
}

/**
 * An object as it must be when it is moved out of its groups, so that the same conditions hide it. If the conditions of its groups cannot
 * be joined with its own, groups with the same conditions are added around it.
 */
export function objectOutsideGroups(document: LabelDocument, pointer: string): DesignObject {
  return groupsAround(document, pointer).reduce<DesignObject>(
    (inner, { object: { visible } }) => {
      return withCondition(inner, visible) ?? { type: 'ObjectGroup', visible, children: [inner] };
    },
    findAt(document, pointer) ?? {},
  );
}

/** The groups around an object, the innermost first. */
function groupsAround(document: LabelDocument, pointer: string): { pointer: string; object: DesignObject }[] {
  const holder = parentPointer(pointer);
  const object = holder === '' ? undefined : findAt(document, holder);
  return object ? [{ pointer: holder, object }, ...groupsAround(document, holder)] : [];
}

/**
 * Replaces groups with their objects. Each object takes over the condition of its group, joined with its own. A group stays, among the
 * objects too, if its condition cannot be joined with that of one of its objects.
 */
export function ungroupObjects(document: LabelDocument, pointers: readonly string[]): Taken {
  const objects: DesignObject[] = [];
  const stayed: DesignObject[] = [];
  const wanted = new Set(outermost(pointers));
  const changed = editObjects(document, (object, pointer) => {
    if (!wanted.has(pointer) || !isGroup(object)) return undefined;
    const entries = freedEntries(object);
    if (!entries) {
      stayed.push(object);
      objects.push(object);
      return undefined;
    }
    objects.push(...entries.filter(isObject));
    return entries;
  });
  return { document: changed, objects, stayed };
}

/** Undefined if an object would print that the group hides, or if the list of objects cannot be read. */
function freedEntries(group: DesignObject): readonly unknown[] | undefined {
  const { children, visible } = group;
  if (children !== undefined && !Array.isArray(children)) return undefined;
  const entries: unknown[] = [];
  for (const entry of entriesOf(group, 'children')) {
    const freed = isObject(entry) ? withCondition(entry, visible) : entry;
    if (isObject(entry) && freed === undefined) return undefined;
    entries.push(freed);
  }
  return entries;
}

/** The direction in the drawing order: to the top, one up, one down, to the bottom. */
export type Step = 'front' | 'forward' | 'backward' | 'back';

/** Moves one object among its siblings. Later objects are drawn on top. */
export function restackObject(document: LabelDocument, pointer: string, step: Step): Regrouped {
  const object = findAt(document, pointer);
  if (!object) return { document, objects: [] };
  const holder = parentPointer(pointer);
  const siblings = holder === '' ? entriesOf(document, 'objs') : entriesOf(findAt(document, holder) ?? {}, 'children');
  const index = indexOf(pointer);
  const last = siblings.length - 1;
  const to = { front: last, forward: Math.min(last, index + 1), backward: Math.max(0, index - 1), back: 0 }[step];
  if (to === index) return { document, objects: [object] };
  return { document: insertAt(removeAt(document, [pointer]), { holder, index: to }, [object]), objects: [object] };
}
