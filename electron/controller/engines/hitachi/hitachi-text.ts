import type { DeviceMessage } from '#contract/api-v3/device-message.ts';

const MAX_MESSAGE = 2_000;
const MAX_ITEM = 100;

/** Why the coder cannot have a message, a field or a value; undefined if it can. */
export function findMessageFault({ message, fields }: DeviceMessage): string | undefined {
  if (!isNumber(message, MAX_MESSAGE)) return `The coder numbers its messages from 1 to ${MAX_MESSAGE}: "${message}" is none.`;
  const entries = Object.entries(fields);
  // The coder prints a message for every product: only values tell one print from another.
  if (entries.length === 0) return `The message "${message}" gets no values: assign at least one field.`;
  return entries.map(([field, value]) => findFieldFault(field, value)).find((fault) => fault !== undefined);
}

/** A character is its code: only those of which the codes are certain are taken. */
function findFieldFault(field: string, value: string): string | undefined {
  if (!isNumber(field, MAX_ITEM)) return `The coder numbers the items of a message from 1 to ${MAX_ITEM}: the field "${field}" is none.`;
  const other = /[^ -~]/u.exec(value)?.[0];
  if (other !== undefined) {
    const code = (other.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `The value of the field "${field}" has a character that the coder cannot take: U+${code}.`;
  }
  return value.trim() === '' ? `The value of the field "${field}" is empty.` : undefined;
}

function isNumber(text: string, max: number): boolean {
  return /^[1-9]\d{0,3}$/.test(text) && Number(text) <= max;
}
