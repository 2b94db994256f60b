import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import { findTextFault } from '../coders/device-text.ts';

/** Limits of the protocol, in characters. */
const MAX_MESSAGE_NAME = 30;
const MAX_FIELD_NAME = 30;
const MAX_VALUE = 50;

/** Why a coder cannot take a message with such values; undefined if it can. */
export function findMessageFault({ message, fields }: DeviceMessage): string | undefined {
  return (
    findTextFault('The name of the message', message, MAX_MESSAGE_NAME) ??
    Object.entries(fields)
      .map(([name, value]) => findFieldFault(name, value))
      .find((fault) => fault !== undefined)
  );
}

function findFieldFault(name: string, value: string): string | undefined {
  const what = `The field "${name}"`;
  return (
    findTextFault(`The name of the field "${name}"`, name, MAX_FIELD_NAME) ??
    findTextFault(what, value, MAX_VALUE) ??
    findEmptyFault(what, value)
  );
}

/** The protocol has no value without a character: the coder would keep the value before. */
function findEmptyFault(what: string, value: string): string | undefined {
  return value === '' ? `${what} is empty: the coder would keep the value before it.` : undefined;
}
