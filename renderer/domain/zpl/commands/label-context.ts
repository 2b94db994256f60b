import type { CodeContext } from '../barcodes/barcode-context.ts';
import type { DrawnObjects } from '../objects/drawn-objects.ts';
import type { Field } from '../objects/label-field.ts';
import { Parameters } from '../syntax/command-parameters.ts';
import type { ZplState } from '../objects/zpl-state.ts';
import type { PlaceholderText } from '../objects/zpl-object.ts';
import type { ZplCommand } from '../syntax/zpl-command.ts';
import type { ZplWarnings } from '../syntax/zpl-warnings.ts';

/** The state that the commands of one label read and change. */
export interface ZplInterpreter {
  readonly printer: ZplState;
  readonly warnings: ZplWarnings;
  readonly placeholders: PlaceholderText;
  readonly drawn: DrawnObjects;
  /** Data of numbered fields from another label or field, as written in the file. */
  readonly values: ReadonlyMap<number, ZplCommand>;
  /** The base64 length of the label's pictures so far. */
  pictureLength: number;
  /** The cost of checking its codes so far. */
  codes: number;
  field: Field;
}

/** Executes one command. */
export type CommandHandler = (context: ZplInterpreter, parameters: Parameters) => void;

export function parametersOf(command: ZplCommand, { printer, warnings }: Pick<ZplInterpreter, 'printer' | 'warnings'>): Parameters {
  return new Parameters(command, { warnings, unit: printer.unit });
}

/** The context of a code in the current state. */
export function codeContext({ printer, warnings, placeholders, field }: ZplInterpreter, parameters: Parameters): CodeContext {
  const { density, orientation, bars } = printer;
  return { density, orientation: field.orientation ?? orientation, bars, font: field.font, placeholders, warnings, parameters };
}
