import type { Color, Light } from './color.ts';
import type { Effect } from './raster/fill-rect.ts';
import { makeScreen, SCREEN_LEVELS } from './raster/screen.ts';
import type { Screen, ScreenOrigin } from './raster/screen.ts';

/** The inks of a printer of colours, in the order of their planes. */
export const PROCESS_INKS = ['cyan', 'magenta', 'yellow', 'black'] as const;
export type ProcessInk = (typeof PROCESS_INKS)[number];

/** What a plane is printed with: the only ink of a printer, or one of four. */
export type Ink = 'mono' | ProcessInk;

/** What a colour does on a plane; `transparent` does nothing. */
export type ColorEffect = Effect | 'none';

type InkedColor = Exclude<Color, { kind: 'none' }>;

/** Light tints of two inks lie beside each other: colours stay clean. */
const ORIGINS: Readonly<Record<ProcessInk, ScreenOrigin>> = {
  cyan: { x: 1, y: 0 },
  magenta: { x: 0, y: 1 },
  yellow: { x: 1, y: 1 },
  black: { x: 0, y: 0 },
};

const DARK = 0.5;
const screens = new Map<string, Screen>();

/**
 * What a colour does on the plane of an ink. The only ink of a printer prints colours darker than half, and erases below the others. One of
 * four covers as much as the colour has of it: all dots, none, or those of its screen.
 */
export function colorEffect(color: Color, ink: Ink): ColorEffect {
  if (color.kind === 'none') return 'none';
  if (ink === 'mono') return luminance(color) < DARK ? 'ink' : 'erase';
  const level = Math.round(coverage(color, ink) * SCREEN_LEVELS);
  if (level === 0) return 'erase';
  return level === SCREEN_LEVELS ? 'ink' : screenOf(ink, level);
}

/** The same without tints, for what must keep its edges: a plane that covers half or more prints. */
export function solidEffect(color: Color, ink: Ink): ColorEffect {
  if (color.kind === 'none' || ink === 'mono') return colorEffect(color, ink);
  return coverage(color, ink) >= DARK ? 'ink' : 'erase';
}

/** Where the screen of an ink begins. */
export function screenOrigin(ink: ProcessInk): ScreenOrigin {
  return ORIGINS[ink];
}

/** How much of an ink, 0 to 1, a colour of light takes: what is grey in it is black ink alone. */
export function lightCoverage([red, green, blue]: Light, ink: ProcessInk): number {
  const brightest = Math.max(red, green, blue);
  if (ink === 'black') return 1 - brightest;
  if (brightest === 0) return 0;
  const light = ink === 'cyan' ? red : ink === 'magenta' ? green : blue;
  return (brightest - light) / brightest;
}

/** How bright a colour of light is to the eye, 0 to 1. */
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
