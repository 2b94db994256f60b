import type { LabelObject } from '#contract/api-v3/label.ts';
import type { CodeField, ShapeField } from './field.ts';
import { fieldText, printableText } from './field-text.ts';
import { fontLook } from './fonts.ts';
import type { LabelContext } from './label-context.ts';
import { placeField, type FieldOrigin, type PlacedAt } from './place-field.ts';
import { makeText, needsOtherFont } from './text-field.ts';
import { toMillimetres, type Density, type MadeObject } from './zpl-object.ts';
import type { ZplCommand } from './zpl-command.ts';

/** PDF417 and Aztec: so many of their characters take as long as a whole code of another kind. */
const SLOW_CODES = new Set(['^B7', '^BO', '^B0']);
const SLOW_CHARACTERS = 5;
/** Millimetres from the corner that a label allows. */
const FARTHEST = 10_000;

/** Draws a field: its shapes, then its code or its text. */
export function drawField(context: LabelContext): void {
  const { field, printer } = context;
  // A numbered field without a place only brings data for another.
  if (field.number && !field.origin) return;
  const { home, shift } = printer;
  const origin = field.origin ?? { x: home.x + shift.x, y: home.y + shift.y, isBase: false, isRight: false };
  for (const shape of field.shapes) drawShape(context, shape, origin);
  if (field.code) drawCode(context, field.code, origin);
  else if (field.dataCommand ?? field.number) drawText(context, origin);
}

function drawShape(context: LabelContext, shape: ShapeField, origin: FieldOrigin): void {
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

function drawCode(context: LabelContext, { command, make }: CodeField, origin: FieldOrigin): void {
  const text = fieldText(context);
  if (text === undefined || text === '') return;
  context.codes += 1 + (SLOW_CODES.has(command.name) ? Math.floor(text.length / SLOW_CHARACTERS) : 0);
  const made = make(text);
  if (made) place(context, made, { command, origin });
}

function drawText(context: LabelContext, origin: FieldOrigin): void {
  const { field, printer, warnings, standIns } = context;
  const text = printableText(fieldText(context) ?? '', context);
  const command = field.dataCommand ?? field.number?.command;
  if (text.trim() === '' || !command) return;
  const { density } = printer;
  const look = fontLook(field.font ?? printer.font, density);
  if (look.isStretched) warnings.add('stretched', { name: '^A', line: command.line });
  if (needsOtherFont(text)) warnings.add('letters', command, { text });
  const block = field.block && field.block.width > 0 ? field.block : undefined;
  const orientation = field.orientation ?? printer.orientation;
  place(context, makeText({ text, look, block, orientation, density, standIns }), { command, origin });
}

interface Placing {
  command: ZplCommand;
  origin: FieldOrigin;
  dark?: { x: number; y: number; width: number; height: number } | undefined;
}

function place(context: LabelContext, made: MadeObject, { command, origin, dark }: Placing): void {
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
