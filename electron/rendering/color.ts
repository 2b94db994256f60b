import { COLOR_NAMES } from './color-names.ts';
import type { Effect } from './raster/fill-rect.ts';

/** What a colour does on a bitmap of one ink: dark colours print, light ones erase what lies below, `transparent` does nothing. */
export type ColorEffect = Effect | 'none';

type Channels = readonly [red: number, green: number, blue: number];

/** The effect of a colour: a CSS name, `#rgb`, `#rrggbb`, `rgb(...)` or `cmyk(...)`; undefined when it is none of these. Darker than half prints. */
export function colorEffect(color: string): ColorEffect | undefined {
  const text = color.trim().toLowerCase();
  if (text === 'transparent' || text === 'none') return 'none';
  const channels = hexChannels(Object.hasOwn(COLOR_NAMES, text) ? (COLOR_NAMES[text] ?? '') : text) ?? functionChannels(text);
  if (!channels) return undefined;
  const [red, green, blue] = channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.5 ? 'ink' : 'erase';
}

function hexChannels(text: string): Channels | undefined {
  if (!/^#(?:[\da-f]{3}|[\da-f]{6})$/u.test(text)) return undefined;
  const digits = text.length === 4 ? text.replace(/[\da-f]/gu, '$&$&') : text;
  const value = Number.parseInt(digits.slice(1), 16);
  return [(value >>> 16) / 255, ((value >>> 8) & 255) / 255, (value & 255) / 255];
}

function functionChannels(text: string): Channels | undefined {
  const [, name, inner] = /^(rgb|cmyk)\(([^()]*)\)$/u.exec(text) ?? [];
  const full = name === 'rgb' ? 255 : 1;
  const parts = (inner ?? '').split(',').map((part) => channel(part.trim(), full));
  const [a, b, c, d] = parts;
  if (a === undefined || b === undefined || c === undefined || parts.includes(undefined)) return undefined;
  if (name === 'rgb') return parts.length === 3 ? [a, b, c] : undefined;
  if (parts.length !== 4 || d === undefined) return undefined;
  return [(1 - a) * (1 - d), (1 - b) * (1 - d), (1 - c) * (1 - d)];
}

/** A channel from 0 to 1: a percentage, or a number up to `full`. */
function channel(text: string, full: number): number | undefined {
  const [, digits, percent] = /^(\d{1,6}(?:\.\d{1,6})?)(%?)$/u.exec(text) ?? [];
  if (!digits) return undefined;
  const value = Number(digits) / (percent ? 100 : full);
  return value <= 1 ? value : undefined;
}
