import type { FieldSource, HeldMessage, LabelMessage } from '#contract/api-v3/device-message.ts';
import type { Label } from '#contract/api-v3/label.ts';
import { pointerStep } from '#contract/parse-input.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { DynamicTextError } from '#rendering/dynamic-text/dynamic-text.ts';
import { locateObjects } from '#rendering/document/locate-objects.ts';
import { fieldValues, objectFault } from '#rendering/label/field-values.ts';

/** One field of a message as a person enters it. The object and the text are both kept, so that another choice loses neither. */
export interface FieldRow {
  /** Tells the rows apart while their names change. */
  key: number;
  field: string;
  kind: 'object' | 'text';
  object: string;
  text: string;
}

/** The message of a label as a person enters it. */
export interface MessageForm {
  message: string;
  rows: FieldRow[];
}

export type NameFault = 'missing' | 'twice';

/** The value of a field in a print made now, or why there is none. */
export type FieldValue = { text: string } | { fault: string };

let lastKey = 0;

export function newRow(field = '', object = ''): FieldRow {
  lastKey += 1;
  return { key: lastKey, field, kind: 'object', object, text: '' };
}

export function messageFormOf({ message, fields }: LabelMessage): MessageForm {
  const rows = Object.entries(fields).map(([field, source]) =>
    'object' in source ? newRow(field, source.object) : { ...newRow(field), kind: 'text' as const, text: source.text },
  );
  return { message, rows };
}

export function labelMessageOf({ message, rows }: MessageForm): LabelMessage {
  return { message: message.trim(), fields: Object.fromEntries(rows.map((row) => [row.field.trim(), sourceOf(row)])) };
}

/** The names of the objects that can supply a field with a text, in the order of the label. */
export function suppliers(label: Label): string[] {
  const names = locateObjects(label).flatMap(({ object }) => (object.name === undefined || object.name === '' ? [] : [object.name]));
  return [...new Set(names)].filter((name) => objectFault(label, name) === undefined);
}

/** Rows for the fields of a message that the device lists; a field gets the object of its name, whatever the case of the letters. */
export function rowsFor({ fields = [] }: HeldMessage, objects: readonly string[]): FieldRow[] {
  return fields.map((field) => newRow(field, objects.find((name) => name.toLowerCase() === field.toLowerCase()) ?? ''));
}

/** The fault in the name of a row's field. */
export function nameFault({ field }: FieldRow, rows: readonly FieldRow[]): NameFault | undefined {
  const name = field.trim();
  if (name === '') return 'missing';
  return rows.filter((other) => other.field.trim() === name).length > 1 ? 'twice' : undefined;
}

/** The JSON pointers of a label's message and of its fields in the printer's messages. */
export function pointersIn(label: string) {
  const own = `/${pointerStep(label)}`;
  return { own, message: `${own}/message`, field: ({ field }: FieldRow) => `${own}/fields/${pointerStep(field.trim())}` };
}

/** What a field would get in a print made now; undefined while its source is not chosen. */
export function valueOf(label: Label, row: FieldRow, values: PrintValues): FieldValue | undefined {
  if (row.kind === 'object' && row.object === '') return undefined;
  const fault = row.kind === 'object' ? objectFault(label, row.object) : undefined;
  if (fault !== undefined) return { fault };
  try {
    return { text: fieldValues(label, { value: sourceOf(row) }, values)['value'] ?? '' };
  } catch (error) {
    if (error instanceof DynamicTextError) return { fault: error.message };
    throw error;
  }
}

function sourceOf({ kind, object, text }: FieldRow): FieldSource {
  return kind === 'object' ? { object } : { text };
}
