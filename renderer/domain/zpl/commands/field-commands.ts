import { newField } from '../objects/label-field.ts';
import { chooseFont } from './font-commands.ts';
import { codeContext, type CommandHandler, type ZplInterpreter } from './label-context.ts';
import { makeDataBar } from '../barcodes/data-bar-field.ts';
import { drawField } from './draw-field.ts';
import { LINEAR_CODES, type MakeCode } from '../barcodes/linear-codes.ts';
import { MATRIX_CODES } from '../barcodes/matrix-codes.ts';
import { MAX_DOTS, type Parameters } from '../syntax/command-parameters.ts';
import { fieldPicture, storedImage, storedPicture } from './picture-commands.ts';
import { ORIENTATIONS } from '../objects/field-placement.ts';
import { isRight } from './setup-commands.ts';
import { boxShape, circleShape, diagonalShape, ellipseShape } from '../objects/shape-fields.ts';

const CODES: Readonly<Partial<Record<string, MakeCode>>> = { ...LINEAR_CODES, ...MATRIX_CODES, '^BR': makeDataBar };
/** Codes that printers draw and Strobe does not support. */
const OTHER_CODES: Readonly<Partial<Record<string, string>>> = {
  '^B1': 'Code 11',
  '^B4': 'Code 49',
  '^B5': 'PLANET',
  '^BB': 'CODABLOCK',
  '^BD': 'MaxiCode',
  '^BF': 'MicroPDF417',
  '^BI': 'Industrial 2 of 5',
  '^BJ': 'Standard 2 of 5',
  '^BK': 'Codabar',
  '^BM': 'MSI',
  '^BP': 'Plessey',
  '^BS': 'UPC/EAN extension',
  '^BT': 'TLC39',
  '^BZ': 'POSTNET',
};
const ALIGNS = { L: 'LEFT', C: 'CENTER', R: 'RIGHT', J: 'JUSTIFIED' } as const;

/** The commands of a field. */
export const FIELD_COMMANDS: Readonly<Partial<Record<string, CommandHandler>>> = {
  '^FO': (context, parameters) => beginField(context, parameters, false),
  '^FT': (context, parameters) => beginField(context, parameters, true),
  '^A': chooseFont,
  '^FB': ({ field, warnings }, parameters) => {
    if (parameters.dots(4, 0) > 0) warnings.add('unsupported', parameters.command, { text: parameters.command.data });
    field.block = {
      width: parameters.dots(0, 0),
      lines: parameters.number(1, { silent: 1, least: 1, most: 9999 }),
      spacing: parameters.dots(2, 0, -9999),
      align: ALIGNS[parameters.letter(3, ['L', 'C', 'R', 'J'], 'L')],
      hasBreaks: true,
    };
  },
  '^TB': ({ field, printer }, parameters) => {
    field.orientation = parameters.letter(0, ORIENTATIONS, field.orientation ?? printer.orientation);
    const cell = (field.font ?? printer.font).height ?? 15;
    const lines = Math.max(1, Math.floor(parameters.dots(2, 1, 1) / cell));
    field.block = { width: parameters.dots(1, 1, 1), lines, spacing: 0, align: 'LEFT', hasBreaks: false };
  },
  '^FD': keepData,
  '^FV': keepData,
  '^SN': (context, parameters) => {
    context.warnings.add('serial', parameters.command, { text: parameters.text(0) });
    keepData(context, { command: { ...parameters.command, data: parameters.text(0) } });
  },
  '^SF': ({ warnings }, { command }) => warnings.add('serial', command, { text: command.data }),
  '^FH': ({ field }, { command }) => {
    field.hexMark = command.data.charAt(0) || '_';
  },
  '^FC': ({ field }, parameters) => {
    field.clockMark = parameters.text(0).charAt(0) || '%';
  },
  '^FR': ({ field, warnings }, { command }) => {
    field.isReversed = true;
    warnings.add('reversed', command);
  },
  '^FN': ({ field }, { command }) => {
    const [, number = '0', prompt = ''] = /^\s*(\d{1,5})\s*(?:"([^"]*)")?/u.exec(command.data) ?? [];
    field.number = { command, number: Number(number), prompt };
  },
  '^FS': (context) => endField(context),
  '^GB': ({ field, printer }, parameters) => void field.shapes.push(boxShape(parameters, printer.density)),
  '^GC': ({ field, printer }, parameters) => void field.shapes.push(circleShape(parameters, printer.density)),
  '^GE': ({ field, printer }, parameters) => void field.shapes.push(ellipseShape(parameters, printer.density)),
  '^GD': ({ field, printer }, parameters) => void field.shapes.push(diagonalShape(parameters, printer.density)),
  '^GF': fieldPicture,
  '^XG': storedPicture,
  '^IM': storedImage,
  '^IL': storedImage,
  '^GS': symbolFont,
  '^RF': tagData,
};

/** The handler of a code command, which starts with `^B`; undefined for another command. */
export function codeCommand(name: string): CommandHandler | undefined {
  const make = CODES[name];
  if (make) return (context, parameters) => takeCode(context, parameters, make);
  const other = OTHER_CODES[name];
  if (other === undefined) return undefined;
  return (context, parameters) => {
    const { command } = parameters;
    const make = (text: string): undefined => {
      context.warnings.add('codeUnknown', command, { text, reason: other });
    };
    context.field.code = { command, make };
  };
}

/** Draws the current field and starts the next. */
export function endField(context: ZplInterpreter): void {
  drawField(context);
  context.field = newField();
}

/** Starts a field. A field before it that was not ended is drawn too. */
function beginField(context: ZplInterpreter, parameters: Parameters, isBase: boolean): void {
  const { printer, warnings, field } = context;
  if (field.data !== undefined || field.shapes.length > 0) {
    warnings.add('fieldOpen', parameters.command);
    endField(context);
  }
  const { home, shift } = printer;
  context.field.origin = {
    x: parameters.dots(0, 0, -MAX_DOTS) + home.x + shift.x,
    y: parameters.dots(1, 0, -MAX_DOTS) + home.y + shift.y,
    isBase,
    isRight: isRight(parameters, 2, printer),
  };
}

function keepData({ field }: ZplInterpreter, { command }: { command: Parameters['command'] }): void {
  field.data = command.data;
  field.dataCommand = command;
}

function takeCode(context: ZplInterpreter, parameters: Parameters, make: MakeCode): void {
  const prepared = codeContext(context, parameters);
  context.field.code = { command: parameters.command, make: (text) => make(text, prepared) };
}

/** `^RF`: the data that follow are for an RFID tag and are never printed. */
function tagData({ field, warnings }: ZplInterpreter, { command }: Parameters): void {
  warnings.add('unsupported', command, { text: command.data });
  field.code = { command, make: () => undefined };
}

/** `^GS`: the printer's symbol font. */
function symbolFont({ field, printer }: ZplInterpreter, parameters: Parameters): void {
  field.orientation = parameters.letter(0, ORIENTATIONS, printer.orientation);
  const size = (place: number): number | undefined => parameters.dots(place, 0) || undefined;
  field.font = { name: '0', height: size(1), width: size(2) };
  field.hasSymbols = true;
}
