import type { Color, Light } from './color.ts';
import type { Effect } from './fill-rect.ts';
import { makeScreen, SCREEN_LEVELS } from './screen.ts';
import type { Screen, ScreenOrigin } from './screen.ts';

/** The inks of a colour printer in the order of their planes. */
export const PROCESS_INKS = ['cyan', 'magenta', 'yellow', 'black'] as const;
/** An ink of a colour printer. */
export type ProcessInk = (typeof PROCESS_INKS)[number];

/** The ink of a plane: the only ink of a printer, or one of four. */
export type Ink = 'mono' | ProcessInk;

/** The effect of a colour on a plane; `none` for transparent. */
export type ColorEffect = Effect | 'none';

type InkedColor = Exclude<Color, { kind: 'none' }>;

/** Separate origins keep light tints of two inks next to each other, which keeps colours clean. */
const ORIGINS: Readonly<Record<ProcessInk, ScreenOrigin>> = {
  cyan: { x: 1, y: 0 },
  magenta: { x: 0, y: 1 },
  yellow: { x: 1, y: 1 },
  black: { x: 0, y: 0 },
};

const DARK = 0.5;
const screens = new Map<string, Screen>();

/**
 * The effect of a colour on the plane of an ink. A single ink prints colours darker than half, and clears the dots of lighter ones. One of
 * four inks covers all dots, none, or those of a screen, by the colour's amount of it.
 */
export function colorEffect(color: Color, ink: Ink): ColorEffect {
  if (color.kind === 'none') return 'none';
  if (ink === 'mono') return luminance(color) < DARK ? 'ink' : 'erase';
  const level = Math.round(coverage(color, ink) * SCREEN_LEVELS);
  if (level === 0) return 'erase';
  return level === SCREEN_LEVELS ? 'ink' : screenOf(ink, level);
}

/** As `colorEffect` without tints, for sharp edges: an ink prints if the colour has at least half of it. */
export function solidEffect(color: Color, ink: Ink): ColorEffect {
  if (color.kind === 'none' || ink === 'mono') return colorEffect(color, ink);
  return coverage(color, ink) >= DARK ? 'ink' : 'erase';
}

/** The origin of an ink's screen. */
export function screenOrigin(ink: ProcessInk): ScreenOrigin {
  return ORIGINS[ink];
}

/** The amount of an ink, 0 to 1, in a colour of light; the grey component is printed in black only. */
export function lightCoverage([red, green, blue]: Light, ink: ProcessInk): number {
  const brightest = Math.max(red, green, blue);
  if (ink === 'black') return 1 - brightest;
  if (brightest === 0) return 0;
  const light = ink === 'cyan' ? red : ink === 'magenta' ? green : blue;
  return (brightest - light) / brightest;
}

/** The perceived brightness of a colour, 0 to 1. */
export function brightness([red, green, blue]: Light): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function coverage(color: InkedColor, ink: ProcessInk): number {
  if (color.kind === 'ink') return color.channels[PROCESS_INKS.indexOf(ink)] ?? 0;
  return lightCoverage(color.channels, ink);
}

function luminance(color: InkedColor): number {
  if (color.kind === 'light') return brightness(color.channels);
  const [cyan, magenta, yellow, black] = color.channels;
  return brightness([(1 - cyan) * (1 - black), (1 - magenta) * (1 - black), (1 - yellow) * (1 - black)]);
}

function screenOf(ink: ProcessInk, level: number): Screen {
  const key = `${ink} ${level}`;
  const screen = screens.get(key) ?? makeScreen(ORIGINS[ink], level);
  screens.set(key, screen);
  return screen;
}
