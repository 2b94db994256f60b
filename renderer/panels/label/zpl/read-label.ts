import type { Label } from '#contract/api-v3/label.ts';
import { DrawnObjects, type DrawnObject } from './drawn-objects.ts';
import { newField } from './field.ts';
import { codeCommand, endField, FIELD_COMMANDS } from './field-commands.ts';
import { parametersOf, type Handle, type LabelContext } from './label-context.ts';
import { noteCommand } from './other-commands.ts';
import { keepPicture } from './picture-commands.ts';
import { FIRST_BARS, type ZplState } from './printer-state.ts';
import { SETUP_COMMANDS } from './setup-commands.ts';
import { StandIns, toMillimetres } from './zpl-object.ts';
import type { ZplCommand } from './zpl-command.ts';
import type { ZplWarnings } from './zpl-warnings.ts';

/** Objects and commands that one file may still have. */
export interface Allowance {
  objects: number;
  commands: number;
}

/** What the codes of one label may take to be checked: each counts once, and slow ones for every few of their characters. */
const MOST_CODES = 1_000;

export interface LabelSource {
  commands: readonly ZplCommand[];
  printer: ZplState;
  warnings: ZplWarnings;
  allowance: Allowance;
}

/** There is more than is read. */
export class TooMuchError extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`There is too much in line ${line}`);
    this.name = 'TooMuchError';
    this.line = line;
  }
}

/** A label whose codes are not checked yet. */
export interface DrawnLabel {
  drawn: readonly DrawnObject[];
  page: Omit<Label, 'objs'>;
}

/** The commands between `^XA` and `^XZ` as a label; undefined when nothing is drawn. Throws a `TooMuchError`. */
export function readLabel({ commands, printer, warnings, allowance }: LabelSource): DrawnLabel | undefined {
  const context: LabelContext = {
    printer,
    warnings,
    standIns: new StandIns(),
    drawn: new DrawnObjects(),
    values: numberedValues(commands),
    pictureLength: 0,
    codes: 0,
    field: newField(),
  };
  printer.bars = FIRST_BARS;
  for (const command of commands) {
    handleOf(command.name)(context, parametersOf(command, context));
    count(command, context, allowance);
  }
  if (context.field.data !== undefined || context.field.shapes.length > 0) {
    const last = commands.at(-1);
    if (last) warnings.add('fieldOpen', last);
  }
  endField(context);
  const drawn = context.drawn.list;
  allowance.objects -= drawn.length;
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

function handleOf(name: string): Handle {
  if (name === '~DG' || name === '~DY') return ({ printer, warnings }, parameters) => keepPicture(printer, warnings, parameters);
  return SETUP_COMMANDS[name] ?? FIELD_COMMANDS[name] ?? codeCommand(name) ?? noteCommand;
}

function count({ line }: ZplCommand, { drawn, field, codes }: LabelContext, allowance: Allowance): void {
  allowance.commands -= 1;
  const waiting = drawn.list.length + field.shapes.length;
  if (allowance.commands < 0 || codes > MOST_CODES || waiting > allowance.objects) throw new TooMuchError(line);
}

/** The data that fields without a place bring for others of their number. */
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
