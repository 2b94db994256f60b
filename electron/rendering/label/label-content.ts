import type { Label } from '#contract/api-v3/label.ts';
import { counterText } from '../dynamic-text/counter-text.ts';
import { DynamicTextError, literalText, visitCodes } from '../dynamic-text/dynamic-text.ts';
import type { CounterPart, DynamicText } from '../dynamic-text/dynamic-text.ts';
import { parseDynamicText, tryParseDynamicText } from '../dynamic-text/parse-dynamic-text.ts';
import type { PrintValues } from '../dynamic-text/print-values.ts';
import { resolveText } from '../dynamic-text/resolve-text.ts';
import { gs1Elements, hasGs1Apps } from '../document/gs1-apps.ts';
import { isShown, locateObjects } from '../document/locate-objects.ts';
import type { DrawnObject, LocatedObject } from '../document/locate-objects.ts';
import { visitLabelTexts } from './label-texts.ts';
import { markupFormat } from '../text/markup-reader.ts';
import { parseMarkup } from '../text/markup.ts';

/** The text of an object or the content of a barcode, with its pointer. */
export interface ContentText {
  pointer: string;
  text: string;
}

/** A text or barcode prepared for reading it in each print. */
interface ReadableObject {
  pointer: string;
  parts: readonly DynamicText[];
  conditions: readonly DynamicText[];
}

/** The texts and barcode contents of a label, prepared once for all prints. */
export interface LabelContent {
  /** Contents that are the same in every print. */
  readonly unchanging: readonly ContentText[];
  readonly changing: readonly ReadableObject[];
  readonly counters: readonly CounterPart[];
}

/** Prepares the content of a label. Texts that cannot be parsed are omitted. */
export function labelContent(label: Label): LabelContent {
  const objects = locateObjects(label).flatMap(readableObject);
  const unchanging = objects.flatMap(({ pointer, parts, conditions }) => {
    const text = conditions.length === 0 ? literalText({ parts: parts.flatMap((part) => part.parts) }) : undefined;
    return text === undefined ? [] : [{ pointer, text }];
  });
  const same = new Set(unchanging.map(({ pointer }) => pointer));
  return { unchanging, changing: objects.filter(({ pointer }) => !same.has(pointer)), counters: counterParts(label) };
}

/** The contents that differ between prints, in the order of the label; invisible and unresolvable ones are omitted. */
export function changingTexts({ changing }: LabelContent, values: PrintValues): ContentText[] {
  return changing.flatMap(({ pointer, parts, conditions }) => {
    const text = attempt(() => {
      if (!conditions.every((condition) => isShown(resolveText(condition, values)))) return undefined;
      return parts.map((part) => resolveText(part, values)).join('');
    });
    return text === undefined ? [] : [{ pointer, text }];
  });
}

/** The distinct texts of the counters as the label writes them: the serial numbers of a print. */
export function counterTexts({ counters }: LabelContent, values: PrintValues): string[] {
  const texts = counters.flatMap((part) => {
    const counter = values.counters.get(part.name);
    return (counter && attempt(() => counterText(counter, part))) ?? [];
  });
  return [...new Set(texts)];
}

/** An object that is never visible or has no text has no content. */
function readableObject({ pointer, object, conditions }: LocatedObject): ReadableObject[] {
  const parsed = conditions.map(({ visible }) => tryParseDynamicText(visible) ?? { parts: [] });
  const parts = attempt(() => textParts(object));
  if (!parts || parsed.some(isNeverShown)) return [];
  return [{ pointer, parts, conditions: parsed.filter((condition) => literalText(condition) === undefined) }];
}

function isNeverShown(condition: DynamicText): boolean {
  const literal = literalText(condition);
  return literal !== undefined && !isShown(literal);
}

function textParts(object: DrawnObject): DynamicText[] | undefined {
  if (hasGs1Apps(object)) return gs1Elements(object).flatMap(({ id, value }) => [literal(`(${id})`), parseDynamicText(value)]);
  const hasNoText = object.type === 'Rect' || object.type === 'Ellipse' || object.type === 'PolyLine' || object.type === 'StaticBitmap';
  if (hasNoText) return undefined;
  const format = markupFormat(object);
  return format ? parseMarkup(object.text, format).map(({ text }) => text) : [parseDynamicText(object.text)];
}

function literal(text: string): DynamicText {
  return { parts: [{ kind: 'literal', text }] };
}

function counterParts(label: Label): CounterPart[] {
  const parts: CounterPart[] = [];
  visitLabelTexts(label, (source) => {
    const text = tryParseDynamicText(source);
    if (text) visitCodes(text, (part) => part.kind === 'counter' && parts.push(part));
  });
  return parts;
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof DynamicTextError) return undefined;
    throw error;
  }
}
