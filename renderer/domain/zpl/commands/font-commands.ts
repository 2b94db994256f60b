import { isPrinterFont, type FontChoice } from '../objects/zpl-fonts.ts';
import type { CommandHandler } from './label-context.ts';
import type { Parameters } from '../syntax/command-parameters.ts';
import { ORIENTATIONS } from '../objects/field-placement.ts';

/** The font whose height and width start at a parameter place; 0 = no height. */
export function newFontChoice(parameters: Parameters, { name, heightAt }: { name: string; heightAt: number }): FontChoice {
  const size = (place: number): number | undefined => parameters.dots(place, 0) || undefined;
  return { name, height: size(heightAt), width: size(heightAt + 1) };
}

/** `^A`: the font of a field. Its letter comes before its first parameter. */
export const chooseFont: CommandHandler = ({ field, printer, warnings }, parameters) => {
  const { command } = parameters;
  const first = parameters.text(0);
  const name = first.charAt(0).toUpperCase() || printer.font.name;
  const choice = newFontChoice(parameters, { name, heightAt: 1 });
  const hasSize = choice.height !== undefined || choice.width !== undefined;
  const isDefault = name === printer.font.name && !hasSize;
  field.font = isDefault ? { ...printer.font } : choice;
  field.orientation = ORIENTATIONS.find((each) => each === first.charAt(1).toUpperCase()) ?? printer.orientation;
  if (name === '@') field.font = { ...choice, file: parameters.text(3) };
  if (name === '@' || !isPrinterFont(choice))
    warnings.add('fontReplaced', command, { text: name === '@' ? parameters.text(3) : name, reason: 'Arimo' });
};
