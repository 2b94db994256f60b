import { z } from 'zod';
import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import { CoderFaultError } from '../coders/coder.ts';
import { EngineError } from '../engine.ts';

export const itemLayoutSchema = z.object({
  /** Characters of each item of the message. */
  lengths: z.array(z.number().int().min(0)).max(100),
  /** Numbers of the items that get values, from 1. */
  items: z.array(z.number().int().min(1).max(100)).min(1),
});

/** Where the values of a message are among its characters. */
export type ItemLayout = z.infer<typeof itemLayoutSchema>;

/** A text, and where it begins. */
export interface PlacedText {
  place: number;
  text: string;
}

/** The layout of the fields of a message. Throws a `CoderFaultError` if the message does not have these items. */
export function layoutOf({ message, fields }: DeviceMessage, lengths: number[]): ItemLayout {
  const items = Object.keys(fields).map(Number);
  const missing = items.find((item) => !lengths[item - 1]);
  if (missing !== undefined) throw new CoderFaultError(statusError('device-message-item-missing', { message, item: String(missing) }));
  return { lengths, items };
}

/** The values in their items, filled up with blanks. Throws an `EngineError` for a value that is longer than its item. */
export function placeValues({ message, fields }: DeviceMessage, { lengths, items }: ItemLayout): PlacedText[] {
  return items.map((item) => {
    const value = fields[item] ?? '';
    const length = lengths[item - 1] ?? 0;
    if (value.length > length) {
      const text = `The value of the field "${item}" has ${value.length} characters, item ${item} of the message ${message} has ${length}.`;
      throw new EngineError('cannot-print', text);
    }
    return { place: placeOf(item, lengths), text: value.padEnd(length) };
  });
}

/** Blanks in all items that get values. */
export function blanks({ lengths, items }: ItemLayout): PlacedText[] {
  return items.map((item) => ({ place: placeOf(item, lengths), text: ' '.repeat(lengths[item - 1] ?? 0) }));
}

function placeOf(item: number, lengths: readonly number[]): number {
  return lengths.slice(0, item - 1).reduce((sum, length) => sum + length, 0);
}
