import type { EngineProperties } from '../engine.ts';
import type { ConfigurationWith } from '../engine-kind.ts';

export const ZPL_TYPE = 'Label printer (ZPL)';

/** Model and geometry as the API shows them. */
export function zplProperties(configuration: ConfigurationWith<'zpl'>): EngineProperties {
  const { type = ZPL_TYPE, color, dpi, physicalWidth, height, sliceHeight = height, slices } = configuration;
  return { type, color, dpi, physicalWidth, height, sliceHeight, ...(slices ? { slices } : {}) };
}
