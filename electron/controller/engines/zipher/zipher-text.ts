import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import { EngineError } from '../engine.ts';

/** Our limits: the ones of the devices are not known. */
const LONGEST_VALUE = 255;
const LONGEST_NAME = 100;
/** Separates the groups of a GS1 code. */
const GROUP_SEPARATOR = '\u001D';

/** Throws an `EngineError` that names what a line of the protocol cannot carry. */
export function refuseTexts({ message, fields }: DeviceMessage): void {
  refuseName(`The name of the message "${message}"`, message);
  for (const [field, value] of Object.entries(fields)) {
    refuseName(`The name of the field "${field}"`, field);
    refuseValue(field, value);
  }
}

/** A value as the protocol writes it: a byte that is no printable character by its number. */
export function encodeValue(value: string): string {
  return value.replaceAll(GROUP_SEPARATOR, '~d029');
}

function refuseName(what: string, name: string): void {
  if (name.length > LONGEST_NAME) throw new EngineError('cannot-print', `${what} has more than ${LONGEST_NAME} characters.`);
  const other = /[^ -~]|[|~=]/u.exec(name)?.[0];
  if (other !== undefined) throw new EngineError('cannot-print', `${what} has a character that the coder cannot take: ${shown(other)}.`);
}

function refuseValue(field: string, value: string): void {
  const what = `The value of the field "${field}"`;
  if (value.length > LONGEST_VALUE) throw new EngineError('cannot-print', `${what} has more than ${LONGEST_VALUE} characters.`);
  const other = /[^ -~\u001D]|[|~]/u.exec(value)?.[0];
  if (other !== undefined) throw new EngineError('cannot-print', `${what} has a character that the coder cannot take: ${shown(other)}.`);
}

function shown(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? `"${character}" (${code})` : code;
}
