import type { CharacterSet } from './character-sets.ts';
import type { FontChoice } from './fonts.ts';
import type { Orientation, Point } from './place-field.ts';
import { MOST_RASTER_BYTES, type Picture } from './raster.ts';
import type { Density } from './zpl-object.ts';

/** What holds for codes that do not say otherwise: `^BY`. */
export interface BarDefaults {
  /** Dots of the narrowest bar. */
  module: number;
  /** Width of a wide bar in narrow ones. */
  ratio: number;
  /** Dots. */
  height: number;
}

export const FIRST_BARS: BarDefaults = { module: 2, ratio: 3, height: 10 };

/** What a printer remembers from command to command, and from label to label. */
export interface ZplState {
  readonly density: Density;
  /** Dots that a length of 1 has. */
  unit: number;
  set: CharacterSet;
  /** Dots; 0 = as large as its content. */
  width: number;
  height: number;
  home: Point;
  /** Dots to the left, and down. */
  shift: Point;
  isUpsideDown: boolean;
  /** Whether every field is reversed. */
  isReversed: boolean;
  orientation: Orientation;
  isRight: boolean;
  font: FontChoice;
  bars: BarDefaults;
  /** By their names without drive and extension. */
  readonly pictures: Map<string, Picture>;
  /** Bytes that the pictures of the file may still have. */
  rasterBytes: number;
}

export function newPrinter(density: Density): ZplState {
  return {
    density,
    unit: 1,
    set: 'cp850',
    width: 0,
    height: 0,
    home: { x: 0, y: 0 },
    shift: { x: 0, y: 0 },
    isUpsideDown: false,
    isReversed: false,
    orientation: 'N',
    isRight: false,
    font: { name: 'A', height: undefined, width: undefined },
    bars: FIRST_BARS,
    pictures: new Map(),
    rasterBytes: 10 * MOST_RASTER_BYTES,
  };
}
