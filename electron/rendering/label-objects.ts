import type { Label, LabelObject } from '#contract/api-v3/label.ts';

/** Every object that draws something itself. */
export type DrawnObject = Exclude<LabelObject, { type: 'ObjectGroup' }>;

/** An object that draws something, and its JSON pointer in the label. */
export interface LocatedObject {
  pointer: string;
  object: DrawnObject;
}

/** The objects of a label in the order in which they are drawn, groups taken apart. */
export function locateObjects({ objs }: Label): LocatedObject[] {
  const located: LocatedObject[] = [];
  collect(objs, '/objs', located);
  return located;
}

function collect(objects: readonly LabelObject[], pointer: string, located: LocatedObject[]): void {
  for (const [index, object] of objects.entries()) {
    const own = `${pointer}/${index}`;
    if (object.type === 'ObjectGroup') collect(object.children, `${own}/children`, located);
    else located.push({ pointer: own, object });
  }
}
