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

/** Millimetres without the noise of computing them. */
export function tidy(length: number): number {
  return Math.round(length * 1_000) / 1_000;
}

/** A number of an object, or what stands for it where there is none. */
export function numberOf(object: DesignObject, key: string, otherwise = 0): number {
  const value = object[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** The objects of a group or a label, or none. */
export function objectsOf(holder: DesignObject | LabelDocument, key: 'objs' | 'children'): readonly DesignObject[] {
  const list = holder[key];
  return Array.isArray(list) ? (list as unknown[]).filter(isObject) : [];
}

export function isGroup(object: DesignObject): boolean {
  return object['type'] === 'ObjectGroup';
}

function isObject(value: unknown): value is DesignObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
