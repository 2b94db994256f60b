import type { Handle, LabelContext } from './label-context.ts';
import type { Parameters } from './parameters.ts';
import type { ZplState } from './printer-state.ts';
import { readRaster } from './raster-data.ts';
import { pictureObject, rasterPicture, type Picture } from './raster.ts';
import type { ZplWarnings } from './zpl-warnings.ts';

/** Characters of base64 that the pictures of a label may have together, so that it stays quick to send and to draw. */
const MOST_PICTURE_LENGTH = 4_000_000;
const COUNT = { silent: 0, least: 0, most: 100_000_000 };
const TIMES = { silent: 1, least: 1, most: 10 };
const ONCE = { x: 1, y: 1 };

/** `^GF`: a picture in the field itself. */
export const fieldPicture: Handle = (context, parameters) => {
  const { printer, warnings } = context;
  const form = parameters.text(0).toUpperCase() || 'A';
  if (form !== 'A') return warnings.add('pictureBinary', parameters.command);
  const picture = readPicture(printer, warnings, { parameters, at: 2 });
  if (picture) addPicture(context, parameters, { picture, times: ONCE });
};

/** `^XG`: a picture that was sent before, enlarged. */
export const storedPicture: Handle = (context, parameters) => {
  const times = { x: parameters.number(1, TIMES), y: parameters.number(2, TIMES) };
  recall(context, parameters, times);
};

/** `^IM` and `^IL`: the same as it is; `^IL` puts it into the corner of the label. */
export const storedImage: Handle = (context, parameters) => {
  if (parameters.command.name === '^IL') context.field.origin = { x: 0, y: 0, isBase: false, isRight: false };
  recall(context, parameters, ONCE);
};

/** `~DG` and `~DY`: keeps a picture for the labels that follow. */
export function keepPicture(printer: ZplState, warnings: ZplWarnings, parameters: Parameters): void {
  const { command } = parameters;
  const isGraphic = command.name === '~DG';
  const isReadable = isGraphic || (parameters.letter(1, ['A', 'B'], 'B') === 'A' && parameters.letter(2, ['G', 'P'], 'P') === 'G');
  if (!isReadable) return warnings.add('pictureBinary', command, { text: parameters.text(0) });
  const picture = readPicture(printer, warnings, { parameters, at: isGraphic ? 1 : 3 });
  if (picture) printer.pictures.set(storedName(parameters.text(0)), picture);
}

/** A name without the drive and the extension, which may be left out. */
export function storedName(name: string): string {
  return name
    .toUpperCase()
    .replace(/^[A-Z]:/u, '')
    .replace(/\.[A-Z]{3}$/u, '')
    .trim();
}

/** A picture whose size in bytes stands at a place, then the bytes of a row, then the data. What cannot be read is told. */
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

function recall(context: LabelContext, parameters: Parameters, times: { x: number; y: number }): void {
  const picture = context.printer.pictures.get(storedName(parameters.text(0)));
  if (!picture) return context.warnings.add('pictureMissing', parameters.command, { text: parameters.text(0) });
  addPicture(context, parameters, { picture, times });
}

function addPicture(
  context: LabelContext,
  { command }: Parameters,
  { picture, times }: { picture: Picture; times: { x: number; y: number } },
): void {
  context.pictureLength += picture.bitmap.length;
  if (context.pictureLength > MOST_PICTURE_LENGTH) return context.warnings.add('pictureTooLarge', command);
  context.field.shapes.push({ command, made: pictureObject(picture, times, context.printer.density) });
}
