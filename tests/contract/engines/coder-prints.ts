import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import type { PrintEngine } from '#controller/engines/engine.ts';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import type { FieldPrint } from '../../../electron/emulators/device/print-log.ts';
import { numberedPrint } from './engine-rig.ts';

/** Gives each print of an engine a message, as the controller does for a label, unless it has one. */
export function withMessage<Engine extends PrintEngine>(engine: Engine, messageOf: (id: number) => DeviceMessage): Engine {
  const send = engine.send.bind(engine);
  const numbered: PrintEngine['send'] = (print) => send({ message: messageOf(print.id), ...print });
  return Object.assign(engine, { send: numbered });
}

/** The message of a numbered print whose only field has the number. */
export function numberedField(message: string, field: string): (id: number) => DeviceMessage {
  return (id) => ({ message, fields: { [field]: String(id) } });
}

/** The number of a print of a coder. */
export function numberOf({ fields }: FieldPrint): number {
  return Number(Object.values(fields)[0]);
}

/** The preview of the print that has this number: a coder makes no picture. */
export function previewOf(print: FieldPrint): Bitmap {
  return numberedPrint(numberOf(print)).planes[0];
}

/** What came out, of one kind. */
export function only(prints: readonly FieldPrint[], kind: FieldPrint['kind']): FieldPrint[] {
  return prints.filter((print) => print.kind === kind);
}
