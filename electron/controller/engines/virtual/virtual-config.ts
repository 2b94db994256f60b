import type { EngineShape } from '#contract/api-v3/engine.ts';
import type { PlanesTarget } from '#rendering/label/planes.ts';
import { configuredProperties } from '../configured-properties.ts';
import type { EngineProperties } from '../engine.ts';
import type { ConfigurationWith } from '../engine-kind.ts';

const DEFAULT_DPI = 300;
/** The colour configuration of a printer with four inks. */
const COLOR = 'CMYK';

/** What a virtual engine needs to know about its printer. */
export interface VirtualConfig {
  properties: EngineProperties;
  /** `fields`: it draws on board. Default `bitmap`. */
  shape?: EngineShape;
  /** Dots per inch down; by default as across. */
  vdpi?: number | undefined;
  /** Line speed, in mm/s. */
  lineSpeed: number;
  /** The most unconfirmed prints that the device holds, including the one being printed. */
  bufferDepth: number;
  /** Milliseconds from power on to STARTED. */
  warmUp: number;
  /** Deviation of the device's own clock from that of the computer, in milliseconds. */
  clockOffset: number;
  /** Dots of a full ink supply. */
  dotsPerSupply: number;
}

/** The simulated device of a printer's configuration. */
export function virtualConfigOf({ engine, ...printer }: ConfigurationWith<'virtual'>): VirtualConfig {
  const { vdpi, lineSpeed } = printer;
  const { shape, bufferDepth, warmUp, clockOffset, dotsPerSupply } = engine;
  return {
    properties: configuredProperties(printer, `Strobe ${engine.model}`),
    ...{ shape, vdpi, lineSpeed, bufferDepth, warmUp, clockOffset, dotsPerSupply },
  };
}

/** The resolution of its head, and whether it prints in colours. */
export function targetOf({ properties, vdpi }: VirtualConfig): PlanesTarget {
  const dpi = properties.dpi ?? DEFAULT_DPI;
  return { hdpi: dpi, vdpi: vdpi ?? dpi, isColor: properties.color === COLOR };
}
