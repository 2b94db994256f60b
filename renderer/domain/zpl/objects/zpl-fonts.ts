import type { Density } from './zpl-object.ts';

/** A font as named by a command. */
export interface FontChoice {
  /** The letter or digit of the font; '@' for a font file. */
  name: string;
  /** Dots; undefined if the command specifies none. */
  height: number | undefined;
  width: number | undefined;
  /** The name of a font file. */
  file?: string;
}

/** The substitute of a printer font, in dots. */
export interface FontLook {
  family: string;
  style: string;
  em: number;
  letterSpacing: number;
  /** From the top of a line to its baseline, and between baselines, in ems. */
  ascent: number;
  lineHeight: number;
  /** The height of a line on the printer, and its baseline below the top. */
  cell: number;
  base: number;
  /** Whether the printer would draw it wider or narrower. */
  isStretched: boolean;
}

/** A bitmap font at its smallest size: cell size, gap, and baseline. */
interface DotFont {
  height: number;
  width: number;
  gap: number;
  base: number;
  /** Whether its dots scale with the density. */
  isScaled?: boolean;
}

const DOT_FONTS: Readonly<Partial<Record<string, DotFont>>> = {
  A: { height: 9, width: 5, gap: 1, base: 7 },
  B: { height: 11, width: 7, gap: 2, base: 11 },
  C: { height: 18, width: 10, gap: 2, base: 14 },
  D: { height: 18, width: 10, gap: 2, base: 14 },
  E: { height: 28, width: 15, gap: 5, base: 23, isScaled: true },
  F: { height: 26, width: 13, gap: 3, base: 21 },
  G: { height: 60, width: 40, gap: 8, base: 48 },
  H: { height: 21, width: 13, gap: 6, base: 21, isScaled: true },
};
/** The default heights of the other scalable printer fonts. */
const SMOOTH_HEIGHTS: Readonly<Partial<Record<string, number>>> = { '0': 15, P: 20, Q: 28, R: 35, S: 40, T: 48, U: 59, V: 80 };
const MAX_TIMES = 10;

const ARIMO = { family: 'Arimo', ascent: 0.905, lineHeight: 1.15 };
const MONO = { family: 'DejaVu Sans Mono', ascent: 0.928, lineHeight: 1.164 };
/** Height of capitals and width of a character of the substitute for bitmap fonts, in ems. */
const MONO_CAPITALS = 0.729;
const MONO_ADVANCE = 0.602;

/** Font 0 is bold and condensed; Arimo Bold has the same width at this share of its height, with slightly reduced spacing. */
const CONDENSED_EM = 0.87;
const CONDENSED_SPACING = -0.012;
/** The minimum share of the height at which a text is drawn, however narrow the printer would draw it. */
const LEAST_EM = 0.55;
/** The baseline of scalable fonts. */
const SMOOTH_BASE = 0.75;

/**
 * The substitute of a font: Arimo Bold for font 0 and the other scalable fonts, DejaVu Sans Mono for bitmap fonts, Arimo for a font file.
 */
export function fontLook(font: FontChoice, density: Density): FontLook {
  if (font.name === '@') return fileLook(font);
  const dots = DOT_FONTS[font.name];
  return dots ? dotLook(dots, font, density) : smoothLook(font);
}

/** Whether it is a known printer font. */
export function isPrinterFont({ name }: FontChoice): boolean {
  return DOT_FONTS[name] !== undefined || SMOOTH_HEIGHTS[name] !== undefined;
}

/** The default font of the interpretation line: font A, magnified with the bars. */
export function interpretationLook(module: number, density: Density): FontLook {
  const times = Math.min(module, MAX_TIMES);
  return fontLook({ name: 'A', height: 9 * times, width: 5 * times }, density);
}

function dotLook(font: DotFont, { height, width }: FontChoice, density: Density): FontLook {
  const scale = font.isScaled ? density / 8 : 1;
  const [ownHeight, ownWidth] = [font.height * scale, font.width * scale];
  const down = times(height, ownHeight) ?? times(width, ownWidth) ?? 1;
  const across = times(width, ownWidth) ?? down;
  const advance = (font.width + font.gap) * scale * across;
  const base = font.base * scale * down;
  const em = Math.min(base / MONO_CAPITALS, (1.1 * advance) / MONO_ADVANCE);
  return { ...MONO, style: '', em, letterSpacing: advance - MONO_ADVANCE * em, cell: ownHeight * down, base, isStretched: across !== down };
}

function times(given: number | undefined, own: number): number | undefined {
  return given ? Math.min(MAX_TIMES, Math.max(1, Math.round(given / own))) : undefined;
}

function smoothLook({ name, height, width }: FontChoice): FontLook {
  const cell = height || width || (SMOOTH_HEIGHTS[name] ?? 15);
  const share = (width || cell) / cell;
  const em = cell * Math.min(1, Math.max(LEAST_EM, CONDENSED_EM * share));
  const letterSpacing = CONDENSED_SPACING * em;
  return { ...ARIMO, style: 'Bold', em, letterSpacing, cell, base: SMOOTH_BASE * cell, isStretched: Math.abs(share - 1) > 0.1 };
}

function fileLook({ height, width, file = '' }: FontChoice): FontLook {
  const cell = height || width || 15;
  const share = (width || cell) / cell;
  const style = /(?:BD|BOLD|BLACK)/iu.test(file) ? 'Bold' : '';
  const em = cell * Math.min(1, Math.max(LEAST_EM, share));
  return { ...ARIMO, style, em, letterSpacing: 0, cell, base: SMOOTH_BASE * cell, isStretched: Math.abs(share - 1) > 0.1 };
}
