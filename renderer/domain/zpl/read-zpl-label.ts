import type { Label } from '#contract/api-v3/label.ts';
import { DrawnObjects, type DrawnObject } from './objects/drawn-objects.ts';
import { newField } from './objects/label-field.ts';
import { codeCommand, endField, FIELD_COMMANDS } from './commands/field-commands.ts';
import { parametersOf, type CommandHandler, type ZplInterpreter } from './commands/label-context.ts';
import { noteCommand } from './commands/ignored-commands.ts';
import { keepPicture } from './commands/picture-commands.ts';
import { FIRST_BARS, type ZplState } from './objects/zpl-state.ts';
import { SETUP_COMMANDS } from './commands/setup-commands.ts';
import { PlaceholderText, toMillimetres } from './objects/zpl-object.ts';
import type { ZplCommand } from './syntax/zpl-command.ts';
import type { ZplWarnings } from './syntax/zpl-warnings.ts';

/** The objects and commands that the file may still use. */
export interface ZplLimits {
  objects: number;
  commands: number;
}

/** The limit for the cost of checking the codes of one label: each code counts once, and slow ones once per few characters. */
const MAX_CODES = 1_000;

export interface LabelSource {
  commands: readonly ZplCommand[];
  printer: ZplState;
  warnings: ZplWarnings;
  limits: ZplLimits;
}

/** Thrown when the file exceeds a limit. */
export class ZplLimitError extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`There is too much in line ${line}`);
    this.name = 'ZplLimitError';
    this.line = line;
  }
}

/** A label whose codes are not checked yet. */
export interface DrawnLabel {
  drawn: readonly DrawnObject[];
  page: Omit<Label, 'objs'>;
}

/** The commands between `^XA` and `^XZ` as a label; undefined if nothing is drawn. Throws a `ZplLimitError`. */
export function readLabel({ commands, printer, warnings, limits }: LabelSource): DrawnLabel | undefined {
  const context: ZplInterpreter = {
    printer,
    warnings,
    placeholders: new PlaceholderText(),
    drawn: new DrawnObjects(),
    values: numberedValues(commands),
    pictureLength: 0,
    codes: 0,
    field: newField(),
  };
  printer.bars = FIRST_BARS;
  for (const command of commands) {
    handleOf(command.name)(context, parametersOf(command, context));
    count(command, context, limits);
  }
  if (context.field.data !== undefined || context.field.shapes.length > 0) {
    const last = commands.at(-1);
    if (last) warnings.add('fieldOpen', last);
  }
  endField(context);
  const drawn = context.drawn.list;
  limits.objects -= drawn.length;
  return drawn.length === 0 ? undefined : { drawn, page: pageOf(printer) };
}

function pageOf({ width, height, density, isUpsideDown }: ZplState): DrawnLabel['page'] {
  return {
    format: 3,
    width: toMillimetres(width, density),
    height: toMillimetres(height, density),
    ...(isUpsideDown && { rotation: 'CW180' }),
  };
}

function handleOf(name: string): CommandHandler {
  if (name === '~DG' || name === '~DY') return ({ printer, warnings }, parameters) => keepPicture(printer, warnings, parameters);
  return SETUP_COMMANDS[name] ?? FIELD_COMMANDS[name] ?? codeCommand(name) ?? noteCommand;
}

function count({ line }: ZplCommand, { drawn, field, codes }: ZplInterpreter, limits: ZplLimits): void {
  limits.commands -= 1;
  const waiting = drawn.list.length + field.shapes.length;
  if (limits.commands < 0 || codes > MAX_CODES || waiting > limits.objects) throw new ZplLimitError(line);
}

/** The data of fields without an origin, by field number. */
function numberedValues(commands: readonly ZplCommand[]): Map<number, ZplCommand> {
  const values = new Map<number, ZplCommand>();
  let [number, hasPlace]: [number | undefined, boolean] = [undefined, false];
  for (const command of commands) {
    const { name, data } = command;
    if (name === '^FN') number = Number.parseInt(data, 10);
    else if (name === '^FO' || name === '^FT') hasPlace = true;
    else if ((name === '^FD' || name === '^FV') && number !== undefined && !hasPlace) values.set(number, command);
    else if (name === '^FS') [number, hasPlace] = [undefined, false];
  }
  return values;
}
