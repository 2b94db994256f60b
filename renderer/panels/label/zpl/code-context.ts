import type { FontChoice } from './fonts.ts';
import type { Parameters } from './parameters.ts';
import type { Orientation } from './place-field.ts';
import type { BarDefaults } from './printer-state.ts';
import { toMillimetres, type Density, type StandIns } from './zpl-object.ts';
import type { ZplWarnings } from './zpl-warnings.ts';

/** What a code is made with. */
export interface CodeContext {
  density: Density;
  /** How a field is turned that does not say it. */
  orientation: Orientation;
  bars: BarDefaults;
  /** The font that the field names for what stands beside its bars. */
  font: FontChoice | undefined;
  standIns: StandIns;
  warnings: ZplWarnings;
  parameters: Parameters;
}

/** Dots as millimetres. */
export function millimetres(dots: number, { density }: Pick<CodeContext, 'density'>): number {
  return toMillimetres(dots, density);
}
