/** An object of a label's document. Unknown keys are preserved. */
export type DesignObject = Record<string, unknown>;

/** A label as JSON of any shape, because labels of other controllers are edited without conversion. */
export type LabelDocument = Record<string, unknown>;

/** A rectangle in millimetres of the label. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Rounds millimetres to remove floating-point noise; returns 0 for -0. */
export function roundLength(length: number): number {
  return Math.round(length * 1_000) / 1_000 + 0;
}

/** A number of an object, or `otherwise` if there is none. */
export function numberOf(object: DesignObject, key: string, otherwise = 0): number {
  const value = object[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** All entries of a group or a label, including ones that are not objects, because pointers count them. */
export function entriesOf(holder: DesignObject | LabelDocument, key: 'objs' | 'children'): readonly unknown[] {
  const list = holder[key];
  return Array.isArray(list) ? (list as unknown[]) : [];
}

/** The objects of a group or a label; empty if there are none. */
export function objectsOf(holder: DesignObject | LabelDocument, key: 'objs' | 'children'): readonly DesignObject[] {
  return entriesOf(holder, key).filter(isObject);
}

export function isGroup(object: DesignObject): boolean {
  return object['type'] === 'ObjectGroup';
}

/** The group with each object changed. Entries that are not objects stay. */
export function mapChildren(group: DesignObject, change: (child: DesignObject) => DesignObject): DesignObject {
  if (!Array.isArray(group['children'])) return group;
  return { ...group, children: entriesOf(group, 'children').map((child) => (isObject(child) ? change(child) : child)) };
}

export function isObject(value: unknown): value is DesignObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
