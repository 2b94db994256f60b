import type { FieldSource, HeldMessage, LabelMessage, PrinterMessages } from '#contract/api-v3/device-message.ts';
import { pointerStep } from '#contract/parse-input.ts';
import type { FieldError } from '#contract/problem-schema.ts';
import { objectFault } from '#rendering/label/field-values.ts';
import { DynamicTextError } from '#rendering/dynamic-text/dynamic-text.ts';
import { parseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import { textNeeds } from '#rendering/label/label-needs.ts';
import type { LabelDocument } from '../preparation/label-documents.ts';

export interface KnownContent {
  /** The labels that exist, by name. */
  labels: ReadonlyMap<string, LabelDocument>;
  /** What the device holds; undefined if it cannot say. */
  held: readonly HeldMessage[] | undefined;
}

/** What is wrong with the messages of a printer, with a JSON pointer to each fault. */
export function findMessageFaults(messages: PrinterMessages, known: KnownContent): FieldError[] {
  return Object.entries(messages).flatMap(([label, message]) => {
    const pointer = `/${pointerStep(label)}`;
    const document = known.labels.get(label);
    if (!document) return [{ pointer, detail: `there is no label "${label}" that can be used` }];
    return [...heldFaults(pointer, message, known.held), ...fieldFaults(pointer, message, document)];
  });
}

function heldFaults(pointer: string, { message, fields }: LabelMessage, held: readonly HeldMessage[] | undefined): FieldError[] {
  if (!held) return [];
  const own = held.find(({ name }) => name === message);
  if (!own) return [{ pointer: `${pointer}/message`, detail: `the printer has no message "${message}"` }];
  const ownFields = own.fields;
  if (!ownFields) return [];
  return Object.keys(fields)
    .filter((field) => !ownFields.includes(field))
    .map((field) => ({ pointer: fieldPointer(pointer, field), detail: `the message "${message}" has no field "${field}"` }));
}

function fieldFaults(pointer: string, { fields }: LabelMessage, document: LabelDocument): FieldError[] {
  return Object.entries(fields).flatMap(([field, source]) => {
    const detail = sourceFault(source, document);
    return detail === undefined ? [] : [{ pointer: fieldPointer(pointer, field), detail }];
  });
}

function sourceFault(source: FieldSource, document: LabelDocument): string | undefined {
  return 'object' in source ? objectFault(document.label, source.object) : textFault(source.text, document);
}

/** A print has the values that its label uses: a field cannot show others. */
function textFault(text: string, { needs }: LabelDocument): string | undefined {
  try {
    parseDynamicText(text);
  } catch (error) {
    if (error instanceof DynamicTextError) return error.message;
    throw error;
  }
  const own = textNeeds([text]);
  const missing = [
    ...own.variables.filter((name) => !needs.variables.includes(name)).map((name) => `the variable "${name}"`),
    ...own.counters.filter((name) => !needs.counters.includes(name)).map((name) => `the counter "${name}"`),
    ...own.shiftCodes.filter((name) => !needs.shiftCodes.includes(name)).map((name) => `the shift code "${name}"`),
  ];
  return missing.length === 0 ? undefined : `the label does not use ${missing.join(', ')}: show it on the label first`;
}

function fieldPointer(pointer: string, field: string): string {
  return `${pointer}/fields/${pointerStep(field)}`;
}
