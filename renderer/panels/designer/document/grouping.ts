import type { LabelDocument } from '../../../stores/labels.ts';
import { isGroup, objectsOf, type DesignObject } from './design-object.ts';
import { allObjects, editObjects, findAt, holderOf, indexOf, insertAt, outermost, removeAt } from './object-tree.ts';

/** A changed document, and the objects in it that the change was about. */
export interface Regrouped {
  document: LabelDocument;
  objects: readonly DesignObject[];
}

/** Puts objects into one new group, in their order, where the topmost of them is. */
export function grouped(document: LabelDocument, pointers: readonly string[]): Regrouped {
  const outer = outermost(pointers);
  const chosen = allObjects(document).filter(({ pointer }) => outer.includes(pointer));
  const topmost = chosen.at(-1);
  if (!topmost) return { document, objects: [] };
  const group: DesignObject = { type: 'ObjectGroup', children: chosen.map(({ object }) => object) };
  const gone = new Set(chosen.map(({ pointer }) => pointer));
  const withGroup = editObjects(document, (_, pointer) => {
    if (pointer === topmost.pointer) return [group];
    return gone.has(pointer) ? [] : undefined;
  });
  return { document: withGroup, objects: [group] };
}

/** Puts what is in groups in their place. A group's own condition would be lost: each of its objects without one takes it over. */
export function ungrouped(document: LabelDocument, pointers: readonly string[]): Regrouped {
  const freed: DesignObject[] = [];
  const wanted = new Set(outermost(pointers));
  const changed = editObjects(document, (object, pointer) => {
    if (!wanted.has(pointer) || !isGroup(object)) return undefined;
    const { visible } = object;
    const children = objectsOf(object, 'children').map((child) =>
      visible === undefined || 'visible' in child ? child : { ...child, visible },
    );
    freed.push(...children);
    return children;
  });
  return { document: changed, objects: freed };
}

/** Where in the drawing order: to the top of what it is in, one up, one down, to the bottom. */
export type Step = 'front' | 'forward' | 'backward' | 'back';

/** Moves one object among its siblings. What is drawn later lies above. */
export function restacked(document: LabelDocument, pointer: string, step: Step): Regrouped {
  const object = findAt(document, pointer);
  if (!object) return { document, objects: [] };
  const holder = holderOf(pointer);
  const siblings = holder === '' ? objectsOf(document, 'objs') : objectsOf(findAt(document, holder) ?? {}, 'children');
  const index = indexOf(pointer);
  const last = siblings.length - 1;
  const to = { front: last, forward: Math.min(last, index + 1), backward: Math.max(0, index - 1), back: 0 }[step];
  if (to === index) return { document, objects: [object] };
  return { document: insertAt(removeAt(document, [pointer]), { holder, index: to }, [object]), objects: [object] };
}
