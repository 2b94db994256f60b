import type { FieldSource } from '#contract/api-v3/device-message.ts';
import type { Label } from '#contract/api-v3/label.ts';
import { locateObjects } from '../document/locate-objects.ts';
import { parseDynamicText } from '../dynamic-text/parse-dynamic-text.ts';
import type { PrintValues } from '../dynamic-text/print-values.ts';
import { resolveText } from '../dynamic-text/resolve-text.ts';
import { changingTexts, labelContent } from './label-content.ts';

/** Why the object of a field cannot supply a text; undefined if it can. */
export function objectFault(label: Label, name: string): string | undefined {
  const named = locateObjects(label).filter(({ object }) => object.name === name);
  if (named.length === 0) return `the label has no object "${name}"`;
  if (named.length > 1) return `the label has ${named.length} objects "${name}"`;
  const { unchanging, changing } = labelContent(label);
  const hasText = [...unchanging, ...changing].some(({ pointer }) => pointer === named[0]?.pointer);
  return hasText ? undefined : `the object "${name}" has no text`;
}

/**
 * The values of a device's fields in one print. An object that is not visible in this print gives an empty text, as does one that the label
 * does not have any more. Throws a `DynamicTextError` for a text that cannot be parsed or lacks a value.
 */
export function fieldValues(label: Label, sources: Readonly<Record<string, FieldSource>>, values: PrintValues): Record<string, string> {
  const content = labelContent(label);
  const texts = new Map([...content.unchanging, ...changingTexts(content, values)].map(({ pointer, text }) => [pointer, text]));
  const byName = new Map(locateObjects(label).map(({ pointer, object }) => [object.name, texts.get(pointer) ?? '']));
  const valueOf = (source: FieldSource) =>
    'object' in source ? (byName.get(source.object) ?? '') : resolveText(parseDynamicText(source.text), values);
  return Object.fromEntries(Object.entries(sources).map(([field, source]) => [field, valueOf(source)]));
}
