import type { CharacterSet } from '../syntax/field-encodings.ts';
import type { FontChoice } from './zpl-fonts.ts';
import type { Orientation, Point } from './field-placement.ts';
import { MAX_RASTER_BYTES, type Picture } from './zpl-picture.ts';
import type { Density } from './zpl-object.ts';

/** The defaults of codes: `^BY`. */
export interface BarDefaults {
  /** The narrowest bar, in dots. */
  module: number;
  /** The ratio of wide to narrow bars. */
  ratio: number;
  /** Dots. */
  height: number;
}

export const FIRST_BARS: BarDefaults = { module: 2, ratio: 3, height: 10 };

/** The printer state that lasts from command to command and from label to label. */
export interface ZplState {
  readonly density: Density;
  /** The dots of one unit of length. */
  unit: number;
  set: CharacterSet;
  /** Dots; 0 = the size of the content. */
  width: number;
  height: number;
  home: Point;
  /** Dots, to the left and down. */
  shift: Point;
  isUpsideDown: boolean;
  /** Whether every field is reversed. */
  isReversed: boolean;
  orientation: Orientation;
  isRight: boolean;
  font: FontChoice;
  bars: BarDefaults;
  /** By name, without drive and extension. */
  readonly pictures: Map<string, Picture>;
  /** The bytes that pictures of the file may still use. */
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
    rasterBytes: 10 * MAX_RASTER_BYTES,
  };
}
