import type { Label, LabelObject } from '#contract/api-v3/label.ts';

/** An object that draws something itself; everything except a group. */
export type DrawnObject = Exclude<LabelObject, { type: 'ObjectGroup' }>;

/** An object that draws something, and its JSON pointer. */
export interface LocatedObject {
  pointer: string;
  object: DrawnObject;
  /** The print conditions of its groups, outermost first, and its own. */
  conditions: readonly Condition[];
}

/** A `visible` attribute and the pointer of its object or group. */
export interface Condition {
  pointer: string;
  visible: string;
}

const HIDING: ReadonlySet<string> = new Set(['', '0', 'false']);

/** Whether an object with this resolved `visible` is drawn. */
export function isShown(visible: string): boolean {
  return !HIDING.has(visible.toLowerCase());
}

/** All objects of a label in drawing order, with groups flattened. */
export function locateObjects({ objs }: Label): LocatedObject[] {
  const located: LocatedObject[] = [];
  collect(objs, { pointer: '/objs', conditions: [] }, located);
  return located;
}

const OBJECT_POINTER = /^(?:\/(?:objs|children)\/\d+)+/u;

/** The pointer of the object that a pointer refers to or into; '' for the label itself. */
export function objectPointer(pointer: string): string {
  return OBJECT_POINTER.exec(pointer)?.[0] ?? '';
}

/** A copy of the label without these objects or its background; the others keep their order. */
export function withoutParts(label: Label, pointers: ReadonlySet<string>): Label {
  const rest = { ...label, objs: leaveOut(label.objs, '/objs', pointers) };
  if (pointers.has('/bgColor')) delete rest.bgColor;
  return rest;
}

function leaveOut(objects: readonly LabelObject[], pointer: string, pointers: ReadonlySet<string>): LabelObject[] {
  return objects.flatMap((object, index): LabelObject[] => {
    const own = `${pointer}/${index}`;
    if (pointers.has(own)) return [];
    return object.type === 'ObjectGroup' ? [{ ...object, children: leaveOut(object.children, `${own}/children`, pointers) }] : [object];
  });
}

function collect(objects: readonly LabelObject[], within: Omit<LocatedObject, 'object'>, located: LocatedObject[]): void {
  for (const [index, object] of objects.entries()) {
    const pointer = `${within.pointer}/${index}`;
    const conditions = object.visible === undefined ? within.conditions : [...within.conditions, { pointer, visible: object.visible }];
    if (object.type === 'ObjectGroup') collect(object.children, { pointer: `${pointer}/children`, conditions }, located);
    else located.push({ pointer, object, conditions });
  }
}
