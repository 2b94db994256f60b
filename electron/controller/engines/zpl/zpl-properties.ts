import { sliceHeightOf } from '#contract/api-v3/printer-slices.ts';
import type { EngineProperties } from '../engine.ts';
import type { ConfigurationWith } from '../engine-kind.ts';

export const ZPL_TYPE = 'Label printer (ZPL)';

/** Model and geometry as the API shows them. */
export function zplProperties(configuration: ConfigurationWith<'zpl'>): EngineProperties {
  const { type = ZPL_TYPE, color, dpi, physicalWidth, height, slices } = configuration;
  return { type, color, dpi, physicalWidth, height, sliceHeight: sliceHeightOf(configuration), ...(slices ? { slices } : {}) };
}
