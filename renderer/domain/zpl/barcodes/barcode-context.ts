import type { FontChoice } from '../objects/zpl-fonts.ts';
import type { Parameters } from '../syntax/command-parameters.ts';
import type { Orientation } from '../objects/field-placement.ts';
import type { BarDefaults } from '../objects/zpl-state.ts';
import { toMillimetres, type Density, type PlaceholderText } from '../objects/zpl-object.ts';
import type { ZplWarnings } from '../syntax/zpl-warnings.ts';

/** What a code is created from. */
export interface CodeContext {
  density: Density;
  /** The orientation of a field that specifies none. */
  orientation: Orientation;
  bars: BarDefaults;
  /** The field's font for the interpretation line. */
  font: FontChoice | undefined;
  placeholders: PlaceholderText;
  warnings: ZplWarnings;
  parameters: Parameters;
}

/** Converts dots to millimetres. */
export function millimetres(dots: number, { density }: Pick<CodeContext, 'density'>): number {
  return toMillimetres(dots, density);
}
