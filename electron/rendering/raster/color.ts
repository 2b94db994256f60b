import { COLOR_NAMES } from './color-names.ts';

/** Red, green and blue light, 0 to 1. */
export type Light = readonly [red: number, green: number, blue: number];

/** A parsed colour: amounts of light or of ink, 0 to 1. */
export type Color =
  | { kind: 'none' }
  | { kind: 'light'; channels: Light }
  | { kind: 'ink'; channels: readonly [cyan: number, magenta: number, yellow: number, black: number] };

/** Parses a colour: a CSS name, `#rgb`, `#rrggbb`, `rgb(...)` or `cmyk(...)`; undefined for anything else. */
export function parseColor(color: string): Color | undefined {
  const text = color.trim().toLowerCase();
  if (text === 'transparent' || text === 'none') return { kind: 'none' };
  return hexColor(Object.hasOwn(COLOR_NAMES, text) ? (COLOR_NAMES[text] ?? '') : text) ?? functionColor(text);
}

function hexColor(text: string): Color | undefined {
  if (!/^#(?:[\da-f]{3}|[\da-f]{6})$/u.test(text)) return undefined;
  const digits = text.length === 4 ? text.replace(/[\da-f]/gu, '$&$&') : text;
  const value = Number.parseInt(digits.slice(1), 16);
  return { kind: 'light', channels: [(value >>> 16) / 255, ((value >>> 8) & 255) / 255, (value & 255) / 255] };
}

function functionColor(text: string): Color | undefined {
  const [, name, inner] = /^(rgb|cmyk)\(([^()]*)\)$/u.exec(text) ?? [];
  const full = name === 'rgb' ? 255 : 1;
  const parts = (inner ?? '').split(',').map((part) => channel(part.trim(), full));
  const [a, b, c, d] = parts;
  if (a === undefined || b === undefined || c === undefined || parts.includes(undefined)) return undefined;
  if (name === 'rgb') return parts.length === 3 ? { kind: 'light', channels: [a, b, c] } : undefined;
  if (parts.length !== 4 || d === undefined) return undefined;
  return { kind: 'ink', channels: [a, b, c, d] };
}

/** A channel from 0 to 1: a percentage, or a number up to `full`. */
function channel(text: string, full: number): number | undefined {
  const [, digits, percent] = /^(\d{1,6}(?:\.\d{1,6})?)(%?)$/u.exec(text) ?? [];
  if (!digits) return undefined;
  const value = Number(digits) / (percent ? 100 : full);
  return value <= 1 ? value : undefined;
}
