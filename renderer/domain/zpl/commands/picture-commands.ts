import type { CommandHandler, ZplInterpreter } from './label-context.ts';
import type { Parameters } from '../syntax/command-parameters.ts';
import type { ZplState } from '../objects/zpl-state.ts';
import { readRaster } from '../objects/graphic-data.ts';
import { pictureObject, rasterPicture, type Picture } from '../objects/zpl-picture.ts';
import type { ZplWarnings } from '../syntax/zpl-warnings.ts';

/** The limit for all pictures of a label together, in characters of base64, so that it is fast to send and draw. */
const MAX_PICTURE_LENGTH = 4_000_000;
const COUNT = { silent: 0, least: 0, most: 100_000_000 };
const TIMES = { silent: 1, least: 1, most: 10 };
const ONCE = { x: 1, y: 1 };

/** `^GF`: a graphic in the field itself. */
export const fieldPicture: CommandHandler = (context, parameters) => {
  const { printer, warnings } = context;
  const form = parameters.text(0).toUpperCase() || 'A';
  if (form !== 'A') return warnings.add('pictureBinary', parameters.command);
  const picture = readPicture(printer, warnings, { parameters, at: 2 });
  if (picture) addPicture(context, parameters, { picture, times: ONCE });
};

/** `^XG`: a stored graphic, magnified. */
export const storedPicture: CommandHandler = (context, parameters) => {
  const times = { x: parameters.number(1, TIMES), y: parameters.number(2, TIMES) };
  recall(context, parameters, times);
};

/** `^IM` and `^IL`: a stored graphic at its original size; `^IL` places it in the label's corner. */
export const storedImage: CommandHandler = (context, parameters) => {
  if (parameters.command.name === '^IL') context.field.origin = { x: 0, y: 0, isBase: false, isRight: false };
  recall(context, parameters, ONCE);
};

/** `~DG` and `~DY`: stores a graphic for later labels. */
export function keepPicture(printer: ZplState, warnings: ZplWarnings, parameters: Parameters): void {
  const { command } = parameters;
  const isGraphic = command.name === '~DG';
  const isReadable = isGraphic || (parameters.letter(1, ['A', 'B'], 'B') === 'A' && parameters.letter(2, ['G', 'P'], 'P') === 'G');
  if (!isReadable) return warnings.add('pictureBinary', command, { text: parameters.text(0) });
  const picture = readPicture(printer, warnings, { parameters, at: isGraphic ? 1 : 3 });
  if (picture) printer.pictures.set(storedName(parameters.text(0)), picture);
}

/** A name without drive and extension, which are optional. */
export function storedName(name: string): string {
  return name
    .toUpperCase()
    .replace(/^[A-Z]:/u, '')
    .replace(/\.[A-Z]{3}$/u, '')
    .trim();
}

/**
 * Reads a graphic: its size in bytes at a parameter place, then the bytes per row, then the data. Reports a warning if it cannot be read.
 */
function readPicture(
  printer: ZplState,
  warnings: ZplWarnings,
  { parameters, at }: { parameters: Parameters; at: number },
): Picture | undefined {
  const size = { bytes: parameters.number(at, COUNT), rowBytes: parameters.number(at + 1, COUNT) };
  const raster = readRaster(parameters.rest(at + 2), { ...size, most: printer.rasterBytes });
  if (typeof raster === 'string') {
    warnings.add(raster, parameters.command);
    return undefined;
  }
  printer.rasterBytes -= raster.bytes.length;
  return rasterPicture(raster, printer.density);
}

function recall(context: ZplInterpreter, parameters: Parameters, times: { x: number; y: number }): void {
  const picture = context.printer.pictures.get(storedName(parameters.text(0)));
  if (!picture) return context.warnings.add('pictureMissing', parameters.command, { text: parameters.text(0) });
  addPicture(context, parameters, { picture, times });
}

function addPicture(
  context: ZplInterpreter,
  { command }: Parameters,
  { picture, times }: { picture: Picture; times: { x: number; y: number } },
): void {
  context.pictureLength += picture.bitmap.length;
  if (context.pictureLength > MAX_PICTURE_LENGTH) return context.warnings.add('pictureTooLarge', command);
  context.field.shapes.push({ command, made: pictureObject(picture, times, context.printer.density) });
}
