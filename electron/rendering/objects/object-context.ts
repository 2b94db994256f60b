import type { Font } from '#contract/api-v3/label-parts.ts';
import type { CarriedIdentifiers } from '../barcodes/gs1-pairs.ts';
import type { Drawing } from '../drawing.ts';
import { LabelFault } from '../label-fault.ts';
import type { LabelPictures } from '../pictures/label-pictures.ts';
import type { QuarterTurns, Placement } from '../raster/placement.ts';
import { composePlacements } from '../raster/placement.ts';
import { findTypeface } from '../text/fonts.ts';
import type { FontLibrary } from '../text/fonts.ts';
import type { SizedFont } from '../text/text-line.ts';
import type { ObjectTexts, Resolve } from './object-texts.ts';

/** Dots per millimetre. */
export interface DotDensity {
  x: number;
  y: number;
}

/** What an object is prepared with. */
export interface ObjectContext {
  /** Of the label, before an object is turned. */
  resolution: DotDensity;
  fonts: FontLibrary;
  /** Those of the label that is prepared. */
  pictures: LabelPictures;
  texts: ObjectTexts;
  /** By all codes of the label. */
  carried: CarriedIdentifiers;
}

/** Draws the object with the texts of one print. Throws a `LabelFault`. */
export type DrawObject = (resolve: Resolve) => Drawing;

/** Where an object is anchored. */
export interface Positioned {
  x: number;
  y: number;
  hAnchor?: 'LEFT' | 'CENTER' | 'RIGHT' | undefined;
  vAnchor?: 'TOP' | 'CENTER' | 'BOTTOM' | undefined;
  rotation?: 0 | 90 | 180 | 270 | undefined;
}

/** How far into an extent each anchor lies. */
export const ANCHOR_SHARES = { LEFT: 0, TOP: 0, CENTER: 0.5, RIGHT: 1, BOTTOM: 1 } as const;
const DEFAULT_FAMILY = 'Arimo';

/** The resolution along the object's own axes: turned by a quarter, its lines run down the label. */
export function objectResolution(object: Positioned, { x, y }: DotDensity): DotDensity {
  return object.rotation === 90 || object.rotation === 270 ? { x: y, y: x } : { x, y };
}

/** Puts the anchor point of an extent at x, y of the label and turns the extent clockwise around it. */
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

/** The font at its size: `height` is the font's em. Throws a `LabelFault` for a font that is not there. */
export function sizedFont(font: Font, fonts: FontLibrary, resolution: DotDensity): SizedFont {
  const typeface = findTypeface(fonts, font.family, font.style);
  if (typeof typeface === 'string') throw new LabelFault('/font', typeface);
  return { typeface, size: { x: font.height * resolution.x, y: font.height * resolution.y } };
}

/** The font of an object that names none. */
export function defaultFont(height: number, fonts: FontLibrary): Font {
  const family = fonts.families.includes(DEFAULT_FAMILY) ? DEFAULT_FAMILY : (fonts.families[0] ?? DEFAULT_FAMILY);
  return { family, style: '', height };
}
