import type { Gs1Element } from '#contract/api-v3/label-barcodes.ts';
import { readGs1 } from '#rendering/barcodes/gs1/gs1-text.ts';
import type { PlaceholderText } from '../objects/zpl-object.ts';

/** FNC1 between element strings. */
export const FNC1 = '\x1d';

/** Single element strings if they can be separated, otherwise one text. */
export type Gs1Content = { apps: Gs1Element[] } | { text: string };

/** Element strings in transmission format: FNC1 after those of variable length. */
export function gs1Content(data: string, placeholders: PlaceholderText): Gs1Content {
  const elements = readGs1(data);
  if (!elements) return { text: placeholders.dynamicText(data) };
  return { apps: elements.map(({ id, value }) => ({ id, value: placeholders.dynamicText(value) })) };
}

/** Element strings with identifiers in round or square brackets; without brackets, as for `gs1Content`. */
export function bracketedContent(data: string, placeholders: PlaceholderText): Gs1Content {
  const parts = [...data.matchAll(/[([](\d{2,4})[)\]]([^([]*)/gu)];
  if (parts.length === 0 || !/^[([]/u.test(data)) return gs1Content(data, placeholders);
  return { apps: parts.map(([, id = '', value = '']) => ({ id, value: placeholders.dynamicText(value.replaceAll(FNC1, '')) })) };
}
