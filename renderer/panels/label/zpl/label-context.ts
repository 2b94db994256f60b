import type { CodeContext } from './code-context.ts';
import type { DrawnObjects } from './drawn-objects.ts';
import type { Field } from './field.ts';
import { Parameters } from './parameters.ts';
import type { ZplState } from './printer-state.ts';
import type { StandIns } from './zpl-object.ts';
import type { ZplCommand } from './zpl-command.ts';
import type { ZplWarnings } from './zpl-warnings.ts';

/** What commands of one label read and change. */
export interface LabelContext {
  readonly printer: ZplState;
  readonly warnings: ZplWarnings;
  readonly standIns: StandIns;
  readonly drawn: DrawnObjects;
  /** The data of numbered fields that another label or field brings, as the file has them. */
  readonly values: ReadonlyMap<number, ZplCommand>;
  /** Base64 of the pictures of the label so far. */
  pictureLength: number;
  /** What its codes take to be checked. */
  codes: number;
  field: Field;
}

/** Does what one command says. */
export type Handle = (context: LabelContext, parameters: Parameters) => void;

export function parametersOf(command: ZplCommand, { printer, warnings }: Pick<LabelContext, 'printer' | 'warnings'>): Parameters {
  return new Parameters(command, { warnings, unit: printer.unit });
}

/** What a code is made with, as things stand. */
export function codeContext({ printer, warnings, standIns, field }: LabelContext, parameters: Parameters): CodeContext {
  const { density, orientation, bars } = printer;
  return { density, orientation: field.orientation ?? orientation, bars, font: field.font, standIns, warnings, parameters };
}
