import type { FontChoice } from './fonts.ts';
import type { FieldOrigin, Orientation, Point } from './place-field.ts';
import type { TextBlock } from './text-field.ts';
import type { MadeObject } from './zpl-object.ts';
import type { LabelObject } from '#contract/api-v3/label.ts';
import type { ZplCommand } from './zpl-command.ts';

/** A code that waits for the data of its field. Gives undefined when it cannot be drawn, which it has told. */
export interface CodeField {
  command: ZplCommand;
  make: (text: string) => MadeObject | undefined;
}

/** What is drawn without data: an object to be placed, or one that knows its place. `dark` is the size of what it blackens, in dots. */
export type ShapeField =
  | { command: ZplCommand; made: MadeObject; dark?: { width: number; height: number } | undefined }
  | { command: ZplCommand; draw: (origin: FieldOrigin) => { object: LabelObject; inside: Point } };

/** A field of a label while it is read: all that was said since the last `^FS`. */
export interface Field {
  origin: FieldOrigin | undefined;
  /** The font and how it is turned; undefined where the field names none. */
  font: FontChoice | undefined;
  orientation: Orientation | undefined;
  block: TextBlock | undefined;
  code: CodeField | undefined;
  shapes: ShapeField[];
  /** As it stands in the file. */
  data: string | undefined;
  dataCommand: ZplCommand | undefined;
  /** What begins two hexadecimal digits that stand for a byte. */
  hexMark: string | undefined;
  /** Whether its letters are those of the font of symbols. */
  hasSymbols: boolean;
  /** What begins the codes of the clock. */
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
