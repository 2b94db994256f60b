import type { Font } from '#contract/api-v3/label-parts.ts';
import type { LabelObject, TextObject } from '#contract/api-v3/label.ts';
import { DynamicTextError, literalText } from '../dynamic-text/dynamic-text.ts';
import { LabelFault } from '../document/label-fault.ts';
import { fallbackTypefaces } from '../text/fallback-fonts.ts';
import { findTypeface } from '../text/font-library.ts';
import type { FontName } from '../text/font-library.ts';
import { parseMarkup } from '../text/markup.ts';
import type { MarkupRun } from '../text/markup.ts';
import { markupFormat } from '../text/markup-reader.ts';
import type { MarkupFormat, StyleKey, TextStyle } from '../text/markup-reader.ts';
import type { TextSpan } from '../text/span-layout.ts';
import type { SizedFont } from '../text/text-line.ts';
import { sizedFont } from './object-context.ts';
import type { DotDensity, ObjectContext } from './object-context.ts';
import { locateFault, ObjectTexts, placed, resolveColor, resolveStatic } from './object-texts.ts';
import type { Resolve } from './object-texts.ts';

const TALLEST = 10_000;

/** A text of one print with its fonts and colours. */
export interface StyledText {
  text: string;
  spans: TextSpan[];
}

/** What a text with styles is prepared with. */
export interface StyleContext extends ObjectContext {
  /** Dots per millimetre along the object's own axes. */
  local: DotDensity;
  letterSpacing: number;
}

/** Prepares a text with styles: a style overrides what it sets, everything else is the object's. Throws a `LabelFault`. */
export function prepareStyled(object: TextObject, format: MarkupFormat, context: StyleContext): (resolve: Resolve) => StyledText {
  const base = { ...sizedFont(object.font, context.fonts, context.local), letterSpacing: context.letterSpacing };
  const runs = locateFault('/text', () => parseMarkup(object.text, format)).map((run) => prepareRun(run, object.font, context));
  return (resolve) => {
    const styled: StyledText = { text: '', spans: [] };
    for (const { words, font, effect } of runs) {
      styled.text += resolve(words);
      styled.spans.push({ to: styled.text.length, font: font(resolve), effect: effect?.(resolve) });
    }
    return styled.text === '' ? { text: '', spans: [{ to: 0, font: base }] } : styled;
  };
}

/** Throws a `LabelFault` for invalid styles, independent of values and fonts. */
export function checkStyles(object: LabelObject): void {
  const format = markupFormat(object);
  if (!format || object.type !== 'Text') return;
  const texts = new ObjectTexts();
  for (const { style } of locateFault('/text', () => parseMarkup(object.text, format))) {
    if (style.color) texts.takeColor(style.color.text, '/text', style.color.position);
    const height = style['font-height'];
    const literal = height && literalText(height.text);
    if (literal !== undefined) heightOf(literal, height?.position);
  }
}

/** The fonts that the styles of a text name literally; empty if the styles cannot be parsed. */
export function styleFonts(object: LabelObject): FontName[] {
  const format = markupFormat(object);
  if (!format || object.type !== 'Text') return [];
  try {
    return parseMarkup(object.text, format).flatMap(({ style }) => {
      const [family, own] = [style['font-family'], style['font-style']].map((value) => value && literalText(value.text));
      const cut = own ?? object.font.style;
      return style['font-family'] && family === undefined ? [] : [{ family: family ?? object.font.family, style: cutOf(cut, style) }];
    });
  } catch (error) {
    if (error instanceof DynamicTextError) return [];
    throw error;
  }
}

function cutOf(own: string, { bold }: TextStyle): string {
  return bold && !/\bbold\b/iu.test(own) ? `${own} Bold`.trim() : own;
}

interface PreparedRun {
  words: ReturnType<ObjectTexts['take']>;
  font: (resolve: Resolve) => SizedFont;
  effect: ((resolve: Resolve) => TextSpan['effect']) | undefined;
}

function prepareRun({ text, style }: MarkupRun, base: Font, context: StyleContext): PreparedRun {
  const { texts } = context;
  const color = style.color && texts.takeColor(style.color.text, '/text', style.color.position);
  return {
    words: texts.take(text, '/text'),
    font: prepareFont(style, base, context),
    effect: color && ((resolve) => resolveColor(color, resolve)),
  };
}

/** A font that is the same in every print is looked up immediately. */
function prepareFont(style: TextStyle, base: Font, context: StyleContext): PreparedRun['font'] {
  const keys = ['font-family', 'font-style', 'font-height'] as const;
  const isStatic = keys.every((key) => !style[key] || literalText(style[key].text) !== undefined);
  for (const key of keys) if (style[key]) context.texts.take(style[key].text, '/text');
  const find = (resolve: Resolve): SizedFont => findFont(style, base, { ...context, resolve });
  if (!isStatic) return find;
  const font = find(resolveStatic);
  return () => font;
}

function findFont(style: TextStyle, base: Font, { fonts, local, letterSpacing, resolve }: StyleContext & { resolve: Resolve }): SizedFont {
  const read = (key: StyleKey): string | undefined => style[key] && resolve({ path: '/text', text: style[key].text });
  const family = read('font-family') ?? base.family;
  const cut = cutOf(read('font-style') ?? base.style, style);
  const position = (style['font-family'] ?? style['font-style'] ?? style.bold)?.position;
  const typeface = findTypeface(fonts, family, cut);
  if (typeof typeface === 'string') throw new LabelFault('/text', placed(typeface, position));
  const written = read('font-height');
  const height = written === undefined ? base.height : heightOf(written, style['font-height']?.position);
  return { typeface, size: { x: height * local.x, y: height * local.y }, letterSpacing, fallbacks: fallbackTypefaces(fonts, cut) };
}

function heightOf(text: string, position: number | undefined): number {
  const height = /^\d{1,5}(?:\.\d{1,6})?$/u.test(text) ? Number(text) : 0;
  if (height > 0 && height <= TALLEST) return height;
  throw new LabelFault('/text', placed(`"${text}" is not a font height; use millimetres, such as font-height="3.5"`, position));
}
