import type { Gs1Element } from '#contract/api-v3/label-barcodes.ts';
import { readGs1 } from '#rendering/barcodes/gs1-text.ts';
import type { StandIns } from './zpl-object.ts';

/** FNC1 between element strings. */
export const FNC1 = '\x1d';

/** Element strings one by one where they can be told apart, else in one text. */
export type Gs1Content = { apps: Gs1Element[] } | { text: string };

/** Element strings as a printer gets them: FNC1 behind what has no fixed length. */
export function gs1Content(data: string, standIns: StandIns): Gs1Content {
  const elements = readGs1(data);
  if (!elements) return { text: standIns.dynamicText(data) };
  return { apps: elements.map(({ id, value }) => ({ id, value: standIns.dynamicText(value) })) };
}

/** The same written with identifiers in brackets, round or square; without any it is as `gs1Content` takes it. */
export function bracketedContent(data: string, standIns: StandIns): Gs1Content {
  const parts = [...data.matchAll(/[([](\d{2,4})[)\]]([^([]*)/gu)];
  if (parts.length === 0 || !/^[([]/u.test(data)) return gs1Content(data, standIns);
  return { apps: parts.map(([, id = '', value = '']) => ({ id, value: standIns.dynamicText(value.replaceAll(FNC1, '')) })) };
}
