import type { FontChoice } from './zpl-fonts.ts';
import type { FieldOrigin, Orientation, Point } from './field-placement.ts';
import type { TextBlock } from './zpl-text.ts';
import type { MadeObject } from './zpl-object.ts';
import type { LabelObject } from '#contract/api-v3/label.ts';
import type { ZplCommand } from '../syntax/zpl-command.ts';

/** A code that waits for the field's data. Returns undefined if it cannot be drawn, which it has reported as a warning. */
export interface CodeField {
  command: ZplCommand;
  make: (text: string) => MadeObject | undefined;
}

/** A shape without data: an object to be placed, or one with a position. `dark` is the size of its dark area, in dots. */
export type ShapeField =
  | { command: ZplCommand; made: MadeObject; dark?: { width: number; height: number } | undefined }
  | { command: ZplCommand; draw: (origin: FieldOrigin) => { object: LabelObject; inside: Point } };

/** The field being read: the state since the last `^FS`. */
export interface Field {
  origin: FieldOrigin | undefined;
  /** The font and its orientation; undefined if the field specifies none. */
  font: FontChoice | undefined;
  orientation: Orientation | undefined;
  block: TextBlock | undefined;
  code: CodeField | undefined;
  shapes: ShapeField[];
  /** As written in the file. */
  data: string | undefined;
  dataCommand: ZplCommand | undefined;
  /** The character before two hexadecimal digits of a byte. */
  hexMark: string | undefined;
  /** Whether its font is the symbol font. */
  hasSymbols: boolean;
  /** The character before a clock code. */
  clockMark: string | undefined;
  isReversed: boolean;
  number: { command: ZplCommand; number: number; prompt: string } | undefined;
}

export function newField(): Field {
  return {
    origin: undefined,
    font: undefined,
    orientation: undefined,
    block: undefined,
    code: undefined,
    shapes: [],
    data: undefined,
    dataCommand: undefined,
    hexMark: undefined,
    hasSymbols: false,
    clockMark: undefined,
    isReversed: false,
    number: undefined,
  };
}
