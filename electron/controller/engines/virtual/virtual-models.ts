import type { z } from 'zod';
import type { virtualConfigSchema } from './virtual-config.ts';

type Model = z.input<typeof virtualConfigSchema>;

/** Two heads over each other, each with an ink supply of its own. */
const V70: Model = {
  properties: {
    type: 'Strobe V70',
    color: 'black',
    dpi: 300,
    duo: true,
    height: 70,
    sliceHeight: 35,
    physicalWidth: 180,
    slices: [
      { phs: ['PH1', 'PH2'], inkSupplies: ['IS1'] },
      { phs: ['PH3', 'PH4'], inkSupplies: ['IS2'] },
    ],
  },
};

/** One head whose ink is not watched. */
const V35: Model = {
  properties: {
    type: 'Strobe V35',
    color: 'black',
    dpi: 300,
    height: 35,
    sliceHeight: 35,
    physicalWidth: 110,
    slices: [{ phs: ['PH1'] }],
  },
};

/** One head of four inks, which mixes colours. */
const V50C: Model = {
  properties: {
    type: 'Strobe V50C',
    color: 'CMYK',
    dpi: 300,
    height: 50,
    sliceHeight: 50,
    physicalWidth: 150,
    slices: [{ phs: ['PH1', 'PH2', 'PH3', 'PH4'], inkSupplies: ['Cyan', 'Magenta', 'Yellow', 'Black'] }],
  },
};

const MODELS = [V70, V35, V50C];

/** Config of the virtual printer at a place: the models take turns, so that neighbours differ. */
export function virtualModelConfig(index: number): string {
  return JSON.stringify(MODELS[index % MODELS.length]);
}
