import type { PrinterConfiguration } from '#contract/api-v3/printer-configuration.ts';
import { sliceHeightOf } from '#contract/api-v3/printer-slices.ts';
import type { PlanesTarget } from '#rendering/label/planes.ts';
import { EngineConfigError } from './engine-config-error.ts';
import type { EngineProperties } from './engine.ts';

type Geometry = Omit<PrinterConfiguration, 'engine'>;

/** The colour configuration of a printer with four inks. */
const FOUR_INKS = 'CMYK';

/** Model and geometry of a printer, as configured. `type` is the model if the configuration names none. */
export function configuredProperties(printer: Geometry, type: string): EngineProperties {
  const { color, dpi, height, physicalWidth, slices = [{ phs: ['PH1'] }] } = printer;
  const sliceHeight = sliceHeightOf(printer);
  return { type: printer.type ?? type, color, dpi, ...(slices.length > 1 && { duo: true }), height, sliceHeight, physicalWidth, slices };
}

/** The target of a printer with one ink. Throws an `EngineConfigError` for four inks. */
export function singleInkTarget({ color, dpi, vdpi = dpi }: Geometry): PlanesTarget {
  if (color === FOUR_INKS) throw new EngineConfigError('this kind of engine prints with one ink: name that ink', undefined, '/color');
  return { hdpi: dpi, vdpi };
}
