import type { LabelDocument } from '../../../stores/labels.ts';
import { underCondition } from './conditions.ts';
import { entriesOf, isGroup, isObject, type DesignObject } from './design-object.ts';
import { allObjects, editObjects, findAt, holderOf, indexOf, insertAt, outermost, removeAt } from './object-tree.ts';

/** A changed document, and the objects in it that the change was about. */
export interface Regrouped {
  document: LabelDocument;
  objects: readonly DesignObject[];
}

/** The same, and the groups that stayed what they were: their condition could not be given to what is in them, and what they hide might print. */
export interface Taken extends Regrouped {
  stayed: readonly DesignObject[];
}

/**
 * Puts objects into one new group, in their order, where the topmost of them is. What comes out of a group with a condition takes the condition
 * along; nothing is grouped when one of them cannot.
 */
export function grouped(document: LabelDocument, pointers: readonly string[]): Taken {
  const outer = outermost(pointers);
  const chosen = allObjects(document).filter(({ pointer }) => outer.includes(pointer));
  const topmost = chosen.at(-1);
  if (!topmost) return { document, objects: [], stayed: [] };
  const children: DesignObject[] = [];
  const stayed: DesignObject[] = [];
  for (const { pointer, object } of chosen) {
    const left = groupsAround(document, pointer).filter((group) => !topmost.pointer.startsWith(`${group.pointer}/`));
    const child = left.reduce<DesignObject | undefined>((own, group) => own && underCondition(own, group.object['visible']), object);
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
 * An object as it is taken elsewhere: what hides it here hides it there, too. Where the conditions of its groups cannot be joined with its own,
 * groups of the same conditions go along.
 */
export function takenOut(document: LabelDocument, pointer: string): DesignObject {
  return groupsAround(document, pointer).reduce<DesignObject>(
    (inner, { object: { visible } }) => {
      return underCondition(inner, visible) ?? { type: 'ObjectGroup', visible, children: [inner] };
    },
    findAt(document, pointer) ?? {},
  );
}

/** The groups that something is in, the innermost first. */
function groupsAround(document: LabelDocument, pointer: string): { pointer: string; object: DesignObject }[] {
  const holder = holderOf(pointer);
  const object = holder === '' ? undefined : findAt(document, holder);
  return object ? [{ pointer: holder, object }, ...groupsAround(document, holder)] : [];
}

/**
 * Puts what is in groups in their place. Each object takes over the condition of its group, beside its own when it has one. A group whose
 * condition cannot be joined with that of one of its objects stays, among the objects too.
 */
export function ungrouped(document: LabelDocument, pointers: readonly string[]): Taken {
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

/** Undefined where something in the group would print that the group hides, or where no list of objects can be read. */
function freedEntries(group: DesignObject): readonly unknown[] | undefined {
  const { children, visible } = group;
  if (children !== undefined && !Array.isArray(children)) return undefined;
  const entries: unknown[] = [];
  for (const entry of entriesOf(group, 'children')) {
    const freed = isObject(entry) ? underCondition(entry, visible) : entry;
    if (isObject(entry) && freed === undefined) return undefined;
    entries.push(freed);
  }
  return entries;
}

/** Where in the drawing order: to the top of what it is in, one up, one down, to the bottom. */
export type Step = 'front' | 'forward' | 'backward' | 'back';

/** Moves one object among its siblings. What is drawn later lies above. */
export function restacked(document: LabelDocument, pointer: string, step: Step): Regrouped {
  const object = findAt(document, pointer);
  if (!object) return { document, objects: [] };
  const holder = holderOf(pointer);
  const siblings = holder === '' ? entriesOf(document, 'objs') : entriesOf(findAt(document, holder) ?? {}, 'children');
  const index = indexOf(pointer);
  const last = siblings.length - 1;
  const to = { front: last, forward: Math.min(last, index + 1), backward: Math.max(0, index - 1), back: 0 }[step];
  if (to === index) return { document, objects: [object] };
  return { document: insertAt(removeAt(document, [pointer]), { holder, index: to }, [object]), objects: [object] };
}
