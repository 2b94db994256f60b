import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import { EngineError } from '../engine.ts';

const MAX_MESSAGE = 2_000;
const MAX_ITEM = 100;

/** Throws an `EngineError` for a message, a field or a value that the coder cannot have. */
export function refuseTexts({ message, fields }: DeviceMessage): void {
  if (!isNumber(message, MAX_MESSAGE))
    throw new EngineError('cannot-print', `The coder numbers its messages from 1 to ${MAX_MESSAGE}: "${message}" is none.`);
  for (const [field, value] of Object.entries(fields)) {
    if (!isNumber(field, MAX_ITEM))
      throw new EngineError(
        'cannot-print',
        `The coder numbers the items of a message from 1 to ${MAX_ITEM}: the field "${field}" is none.`,
      );
    refuseValue(field, value);
  }
}

/** A character is its code: only those of which the codes are certain are taken. */
function refuseValue(field: string, value: string): void {
  const other = /[^ -~]/u.exec(value)?.[0];
  if (other !== undefined) {
    const code = (other.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    throw new EngineError('cannot-print', `The value of the field "${field}" has a character that the coder cannot take: U+${code}.`);
  }
  if (value.trim() === '') throw new EngineError('cannot-print', `The value of the field "${field}" is empty.`);
}

function isNumber(text: string, max: number): boolean {
  return /^[1-9]\d{0,3}$/.test(text) && Number(text) <= max;
}
