import type { DeviceMessage } from '#contract/api-v3/device-message.ts';

/** Our limits: the ones of the devices are not known. */
const LONGEST_VALUE = 255;
const LONGEST_NAME = 100;
/** Separates the groups of a GS1 code. */
const GROUP_SEPARATOR = '\u001D';

/** What a line of the protocol cannot carry; undefined if it can. */
export function findMessageFault({ message, fields }: DeviceMessage): string | undefined {
  const entries = Object.entries(fields);
  // A device prints a message without values for every product, and names no print of it.
  if (entries.length === 0) return `The message "${message}" gets no values: assign at least one field.`;
  return [
    findNameFault(`The name of the message "${message}"`, message),
    ...entries.flatMap(([field, value]) => [findNameFault(`The name of the field "${field}"`, field), findValueFault(field, value)]),
  ].find((fault) => fault !== undefined);
}

/** A value as the protocol writes it: a byte that is no printable character by its number. */
export function encodeValue(value: string): string {
  return value.replaceAll(GROUP_SEPARATOR, '~d029');
}

function findNameFault(what: string, name: string): string | undefined {
  return findTextFault(what, name, { longest: LONGEST_NAME, excluded: /[^ -~]|[|~=]/u });
}

function findValueFault(field: string, value: string): string | undefined {
  return findTextFault(`The value of the field "${field}"`, value, { longest: LONGEST_VALUE, excluded: /[^ -~\u001D]|[|~]/u });
}

function findTextFault(what: string, text: string, { longest, excluded }: { longest: number; excluded: RegExp }): string | undefined {
  if (text.length > longest) return `${what} has more than ${longest} characters.`;
  const other = excluded.exec(text)?.[0];
  return other === undefined ? undefined : `${what} has a character that the coder cannot take: ${shown(other)}.`;
}

function shown(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? `"${character}" (${code})` : code;
}
