import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import { findTextFault } from '../coders/device-text.ts';

/** Limits of the protocol, in characters. */
const MAX_MESSAGE_NAME = 50;
const MAX_BLOCK = 1_024;
const MAX_FIELDS = 99;
/** Parts the values of a block: fields of the label have this delimiter, and the place of their value as index. */
const DELIMITER = ',';

/** The values of a print as one block: in the order of the fields' indexes, from 1. */
export function valueBlock(fields: DeviceMessage['fields']): string {
  return Object.keys(fields)
    .map(Number)
    .sort((a, b) => a - b)
    .map((index) => fields[index] ?? '')
    .join(DELIMITER);
}

/** Why a coder cannot take a message with such values; undefined if it can. */
export function findMessageFault({ message, fields }: DeviceMessage): string | undefined {
  const names = Object.keys(fields);
  return (
    findTextFault('The name of the message', message, MAX_MESSAGE_NAME) ??
    findFieldNameFault(message, names) ??
    firstFault(names, (name) => findValueFault(name, fields[name] ?? '')) ??
    findBlockFault(valueBlock(fields))
  );
}

/** A coder prints a label without external data on every product, and would not tell one print from another. */
function findFieldNameFault(message: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return `The message "${message}" has no fields with values: give it at least one.`;
  const wrong = names.find((name) => !/^[1-9]\d?$/.test(name));
  if (wrong !== undefined)
    return `The field "${wrong}" has no index as its name: name it as in the label on the coder, from 1 to ${MAX_FIELDS}.`;
  const missing = names.findIndex((_, at) => !names.includes(String(at + 1)));
  return missing < 0 ? undefined : `The field "${missing + 1}" is missing: the coder finds a value by its place among the others.`;
}

function findValueFault(name: string, value: string): string | undefined {
  const what = `The field "${name}"`;
  if (value.includes(DELIMITER)) return `${what} has a comma, which parts the values for the coder.`;
  return findTextFault(what, value, MAX_BLOCK);
}

function findBlockFault(block: string): string | undefined {
  if (block === '') return 'The field "1" is empty: the coder takes no print without a value.';
  if (block.length <= MAX_BLOCK) return undefined;
  return `The values of all fields have ${block.length} characters together; the coder takes at most ${MAX_BLOCK}.`;
}

function firstFault(names: readonly string[], find: (name: string) => string | undefined): string | undefined {
  for (const name of names) {
    const fault = find(name);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
