import type { z } from 'zod';
import type { printerConfigurationSchema } from '#contract/api-v3/printer-configuration.ts';

type Model = z.input<typeof printerConfigurationSchema>;

/** Two stacked heads, each with its own ink supply. */
const V70: Model = {
  engine: { kind: 'virtual', model: 'V70' },
  dpi: 300,
  height: 70,
  sliceHeight: 35,
  physicalWidth: 180,
  slices: [
    { phs: ['PH1', 'PH2'], inkSupplies: ['IS1'] },
    { phs: ['PH3', 'PH4'], inkSupplies: ['IS2'] },
  ],
  lineSpeed: 500,
  productDetector: 'device',
};

/** One head without ink monitoring. */
const V35: Model = {
  engine: { kind: 'virtual', model: 'V35' },
  dpi: 300,
  height: 35,
  physicalWidth: 110,
  slices: [{ phs: ['PH1'] }],
  lineSpeed: 500,
  productDetector: 'device',
};

/** One head with four inks that mixes colours. */
const V50C: Model = {
  engine: { kind: 'virtual', model: 'V50C' },
  color: 'CMYK',
  dpi: 300,
  height: 50,
  physicalWidth: 150,
  slices: [{ phs: ['PH1', 'PH2', 'PH3', 'PH4'], inkSupplies: ['Cyan', 'Magenta', 'Yellow', 'Black'] }],
  lineSpeed: 500,
  productDetector: 'device',
};

const MODELS = [V70, V35, V50C];

/** The configuration of the virtual printer at a position: the models alternate. */
export function virtualModel(index: number): Model {
  return MODELS[index % MODELS.length] ?? V35;
}
