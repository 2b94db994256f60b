import type { Font } from '#contract/api-v3/label-parts.ts';
import type { CarriedIdentifiers } from '../barcodes/gs1/associations.ts';
import type { Drawing } from '../raster/drawing.ts';
import { LabelFault } from '../document/label-fault.ts';
import type { LabelPictures } from '../pictures/label-pictures.ts';
import type { QuarterTurns, Placement } from '../raster/placement.ts';
import { composePlacements } from '../raster/placement.ts';
import { fallbackTypefaces } from '../text/fallback-fonts.ts';
import { findTypeface } from '../text/font-library.ts';
import type { FontLibrary } from '../text/font-library.ts';
import type { SizedFont } from '../text/text-line.ts';
import type { ObjectTexts, Resolve } from './object-texts.ts';

/** Dots per millimetre. */
export interface DotDensity {
  x: number;
  y: number;
}

/** Everything that is needed to prepare an object. */
export interface ObjectContext {
  /** Resolution of the label, before the rotation of the object. */
  resolution: DotDensity;
  fonts: FontLibrary;
  /** The pictures of the label. */
  pictures: LabelPictures;
  texts: ObjectTexts;
  /** Application identifiers of all codes of the label. */
  carried: CarriedIdentifiers;
}

/** Draws the object with the texts of one print. Throws a `LabelFault`. */
export type DrawObject = (resolve: Resolve) => Drawing;

/** Anchor and rotation of an object. */
export interface Positioned {
  x: number;
  y: number;
  hAnchor?: 'LEFT' | 'CENTER' | 'RIGHT' | undefined;
  vAnchor?: 'TOP' | 'CENTER' | 'BOTTOM' | undefined;
  rotation?: 0 | 90 | 180 | 270 | undefined;
}

/** Position of each anchor as a fraction of the extent. */
export const ANCHOR_SHARES = { LEFT: 0, TOP: 0, CENTER: 0.5, RIGHT: 1, BOTTOM: 1 } as const;
const DEFAULT_FAMILY = 'Arimo';

/** The resolution along the object's own axes; a quarter turn exchanges them. */
export function objectResolution(object: Positioned, { x, y }: DotDensity): DotDensity {
  return object.rotation === 90 || object.rotation === 270 ? { x: y, y: x } : { x, y };
}

/** Places the anchor point of an extent at x, y of the label and rotates the extent clockwise around it. */
export function placeObject(object: Positioned, extent: { width: number; height: number }, resolution: DotDensity): Placement {
  const turns = ((object.rotation ?? 0) / 90) as QuarterTurns;
  const anchor = { x: Math.round(object.x * resolution.x), y: Math.round(object.y * resolution.y), turns };
  const left = Math.floor(extent.width * ANCHOR_SHARES[object.hAnchor ?? 'LEFT']);
  const top = Math.floor(extent.height * ANCHOR_SHARES[object.vAnchor ?? 'TOP']);
  return composePlacements(anchor, { x: -left, y: -top, turns: 0 });
}

/** A length in whole dots, at least one. */
export function wholeDots(length: number, dotsPerMillimetre: number): number {
  return Math.max(1, Math.round(length * dotsPerMillimetre));
}

/** The font at its size: `height` is the em. Throws a `LabelFault` for an unknown font. */
export function sizedFont(font: Font, fonts: FontLibrary, resolution: DotDensity): SizedFont {
  const typeface = findTypeface(fonts, font.family, font.style);
  if (typeof typeface === 'string') throw new LabelFault('/font', typeface);
  const size = { x: font.height * resolution.x, y: font.height * resolution.y };
  return { typeface, size, fallbacks: fallbackTypefaces(fonts, font.style) };
}

/** The font of an object that names none. */
export function defaultFont(height: number, fonts: FontLibrary): Font {
  const family = fonts.families.includes(DEFAULT_FAMILY) ? DEFAULT_FAMILY : (fonts.families[0] ?? DEFAULT_FAMILY);
  return { family, style: '', height };
}
