import type { LabelObject } from '#contract/api-v3/label.ts';
import type { CodeField, ShapeField } from '../objects/label-field.ts';
import { fieldText, printableText } from './field-text.ts';
import { fontLook } from '../objects/zpl-fonts.ts';
import type { ZplInterpreter } from './label-context.ts';
import { placeField, type FieldOrigin, type PlacedAt } from '../objects/field-placement.ts';
import { makeText, needsOtherFont } from '../objects/zpl-text.ts';
import { toMillimetres, type Density, type MadeObject } from '../objects/zpl-object.ts';
import type { ZplCommand } from '../syntax/zpl-command.ts';

/** PDF417 and Aztec: this many characters take as long to check as a whole code of another type. */
const SLOW_CODES = new Set(['^B7', '^BO', '^B0']);
const SLOW_CHARACTERS = 5;
/** The maximum coordinate of a label, in millimetres. */
const FARTHEST = 10_000;

/** Draws a field: first its shapes, then its code or text. */
export function drawField(context: ZplInterpreter): void {
  const { field, printer } = context;
  // A numbered field without an origin only provides data for another field.
  if (field.number && !field.origin) return;
  const { home, shift } = printer;
  const origin = field.origin ?? { x: home.x + shift.x, y: home.y + shift.y, isBase: false, isRight: false };
  for (const shape of field.shapes) drawShape(context, shape, origin);
  if (field.code) drawCode(context, field.code, origin);
  else if (field.dataCommand ?? field.number) drawText(context, origin);
}

function drawShape(context: ZplInterpreter, shape: ShapeField, origin: FieldOrigin): void {
  const { drawn, field, printer } = context;
  const isReversed = field.isReversed || printer.isReversed;
  if ('draw' in shape) {
    drawn.add({ command: shape.command, ...shape.draw(origin) }, isReversed);
    return;
  }
  const { dark } = shape;
  const left = origin.isRight && dark ? origin.x - dark.width : origin.x;
  const top = origin.isBase && dark ? origin.y - dark.height : origin.y;
  place(context, shape.made, { command: shape.command, origin, dark: dark && { x: left, y: top, ...dark } });
}

function drawCode(context: ZplInterpreter, { command, make }: CodeField, origin: FieldOrigin): void {
  const text = fieldText(context);
  if (text === undefined || text === '') return;
  context.codes += 1 + (SLOW_CODES.has(command.name) ? Math.floor(text.length / SLOW_CHARACTERS) : 0);
  const made = make(text);
  if (made) place(context, made, { command, origin });
}

function drawText(context: ZplInterpreter, origin: FieldOrigin): void {
  const { field, printer, warnings, placeholders } = context;
  const text = printableText(fieldText(context) ?? '', context);
  const command = field.dataCommand ?? field.number?.command;
  if (text.trim() === '' || !command) return;
  const { density } = printer;
  const look = fontLook(field.font ?? printer.font, density);
  if (look.isStretched) warnings.add('stretched', { name: '^A', line: command.line });
  if (needsOtherFont(text)) warnings.add('letters', command, { text });
  const block = field.block && field.block.width > 0 ? field.block : undefined;
  const orientation = field.orientation ?? printer.orientation;
  place(context, makeText({ text, look, block, orientation, density, placeholders }), { command, origin });
}

interface Placing {
  command: ZplCommand;
  origin: FieldOrigin;
  dark?: { x: number; y: number; width: number; height: number } | undefined;
}

function place(context: ZplInterpreter, made: MadeObject, { command, origin, dark }: Placing): void {
  const { drawn, field, printer, warnings } = context;
  const at = placeField(origin, made.frame, made.orientation);
  const object = placed(made, at, printer.density);
  if (Math.max(Math.abs(object.x), Math.abs(object.y)) > FARTHEST) return warnings.add('outside', command);
  const named: LabelObject = field.number?.prompt ? { ...object, name: field.number.prompt.slice(0, 255) } : object;
  drawn.add({ object: named, command, inside: at.inside, dark }, field.isReversed || printer.isReversed);
}

function placed({ object }: MadeObject, at: PlacedAt, density: Density): MadeObject['object'] {
  const where = { x: toMillimetres(at.x, density), y: toMillimetres(at.y, density) };
  const isCorner = at.hAnchor === 'LEFT' && at.vAnchor === 'TOP';
  const anchors = isCorner ? {} : { hAnchor: at.hAnchor, vAnchor: at.vAnchor };
  return { ...object, ...where, ...anchors, ...(at.rotation !== 0 && { rotation: at.rotation }) };
}
