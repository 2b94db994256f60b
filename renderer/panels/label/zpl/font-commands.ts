import { isPrinterFont, type FontChoice } from './fonts.ts';
import type { Handle } from './label-context.ts';
import type { Parameters } from './parameters.ts';
import { ORIENTATIONS } from './place-field.ts';

/** A font whose height and width stand from a place on; 0 is no height. */
export function newFontChoice(parameters: Parameters, { name, heightAt }: { name: string; heightAt: number }): FontChoice {
  const size = (place: number): number | undefined => parameters.dots(place, 0) || undefined;
  return { name, height: size(heightAt), width: size(heightAt + 1) };
}

/** `^A`: the font of a field. Its letter stands before its first parameter. */
export const chooseFont: Handle = ({ field, printer, warnings }, parameters) => {
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
