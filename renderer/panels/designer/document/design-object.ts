import type { LabelDocument } from '../../../stores/labels.ts';

/** An object of a label as its document has it: keys that nobody knows stay where they are. */
export type DesignObject = Record<string, unknown>;

/** A rectangle in millimetres of the label. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Millimetres without the noise of computing them, and without a zero below zero. */
export function tidy(length: number): number {
  return Math.round(length * 1_000) / 1_000 + 0;
}

/** A number of an object, or what stands for it where there is none. */
export function numberOf(object: DesignObject, key: string, otherwise = 0): number {
  const value = object[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** All that a group or a label holds, what is no object too: pointers count it. */
export function entriesOf(holder: DesignObject | LabelDocument, key: 'objs' | 'children'): readonly unknown[] {
  const list = holder[key];
  return Array.isArray(list) ? (list as unknown[]) : [];
}

/** The objects of a group or a label, or none. */
export function objectsOf(holder: DesignObject | LabelDocument, key: 'objs' | 'children'): readonly DesignObject[] {
  return entriesOf(holder, key).filter(isObject);
}

export function isGroup(object: DesignObject): boolean {
  return object['type'] === 'ObjectGroup';
}

/** The group with each object in it changed. What is no object, or no list of them, stays what it is. */
export function mapChildren(group: DesignObject, change: (child: DesignObject) => DesignObject): DesignObject {
  if (!Array.isArray(group['children'])) return group;
  return { ...group, children: entriesOf(group, 'children').map((child) => (isObject(child) ? change(child) : child)) };
}

export function isObject(value: unknown): value is DesignObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
