import { characterSet } from '../syntax/field-encodings.ts';
import { newFontChoice } from './font-commands.ts';
import type { CommandHandler } from './label-context.ts';
import { MAX_DOTS, type Parameters } from '../syntax/command-parameters.ts';
import { ORIENTATIONS } from '../objects/field-placement.ts';
import type { ZplState } from '../objects/zpl-state.ts';

const MILLIMETRES_PER_INCH = 25.4;
const UNITS = { D: 0, I: MILLIMETRES_PER_INCH, M: 1 } as const;

/** The commands of a whole label. */
export const SETUP_COMMANDS: Readonly<Partial<Record<string, CommandHandler>>> = {
  '^PW': ({ printer }, parameters) => {
    printer.width = parameters.dots(0, printer.width);
  },
  '^LL': ({ printer }, parameters) => {
    printer.height = parameters.dots(0, printer.height);
  },
  '^LH': ({ printer }, parameters) => {
    printer.home = { x: parameters.dots(0, printer.home.x), y: parameters.dots(1, printer.home.y) };
  },
  '^LS': ({ printer }, parameters) => {
    printer.shift = { ...printer.shift, x: -parameters.dots(0, 0, -MAX_DOTS) };
  },
  '^LT': ({ printer }, parameters) => {
    printer.shift = { ...printer.shift, y: parameters.dots(0, 0, -MAX_DOTS) };
  },
  '^LR': ({ printer }, parameters) => {
    printer.isReversed = parameters.isYes(0);
  },
  '^PO': ({ printer }, parameters) => {
    printer.isUpsideDown = parameters.letter(0, ['N', 'I'], 'N') === 'I';
  },
  '^FW': ({ printer }, parameters) => {
    printer.orientation = parameters.letter(0, ORIENTATIONS, printer.orientation);
    printer.isRight = isRight(parameters, 1, printer);
  },
  '^CF': ({ printer }, parameters) => {
    const name = parameters.text(0).toUpperCase() || printer.font.name;
    printer.font = newFontChoice(parameters, { name, heightAt: 1 });
  },
  '^CI': ({ printer }, parameters) => {
    printer.set = characterSet(parameters.number(0, { silent: 0, least: 0, most: 36 }));
  },
  '^BY': ({ printer }, parameters) => {
    const { module, ratio, height } = printer.bars;
    printer.bars = {
      module: parameters.number(0, { silent: module, least: 1, most: 100 }),
      ratio: parameters.number(1, { silent: ratio, least: 2, most: 3 }),
      height: parameters.dots(2, height, 1),
    };
  },
  '^MU': ({ printer }, parameters) => {
    const unit = UNITS[parameters.letter(0, ['D', 'I', 'M'], 'D')];
    printer.unit = unit === 0 ? 1 : unit * printer.density;
  },
};

/** Whether a field is right-justified; automatic justification counts as left. */
export function isRight(parameters: Parameters, place: number, { isRight: silent }: ZplState): boolean {
  const given = parameters.text(place);
  return given === '' ? silent : given === '1';
}
