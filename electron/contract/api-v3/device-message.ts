import { z } from 'zod';
import { dynamicText } from './label-parts.ts';
import { nameSchema } from './name.ts';

/** Name of a field in a device's message, as the device has it. */
const fieldName = z.string('must be a text').min(1, 'must not be empty').max(100, 'must have at most 100 characters');

/** What a field gets in each print: the text or code of a label's object by its name, or a dynamic text of its own. */
export const fieldSourceSchema = z.union(
  [
    z.strictObject({ object: z.string('must be a text').min(1, 'must not be empty').max(255, 'must have at most 255 characters') }),
    z.strictObject({ text: dynamicText }),
  ],
  'must be { "object": name } or { "text": dynamic text }',
);
export type FieldSource = z.infer<typeof fieldSourceSchema>;

/** The message that a device draws for a label, and what its fields get. */
export const labelMessageSchema = z.strictObject({
  /** Name of the message on the device. */
  message: z.string('must be a text').min(1, 'must not be empty').max(255, 'must have at most 255 characters'),
  fields: z.record(fieldName, fieldSourceSchema),
});
export type LabelMessage = z.infer<typeof labelMessageSchema>;

/** The messages of a printer that draws on board (extension), by the names of the labels that they stand for. */
export const printerMessagesSchema = z.record(nameSchema, labelMessageSchema);
export type PrinterMessages = z.infer<typeof printerMessagesSchema>;

/** A message that a device holds. */
export const heldMessageSchema = z.object({
  name: z.string(),
  /** Names of its fields; absent if the device does not say. */
  fields: z.array(z.string()).optional(),
});
export type HeldMessage = z.infer<typeof heldMessageSchema>;

/** What the device of a printer holds (extension). */
export const heldMessagesSchema = z.object({
  /** Absent if the device cannot list its messages, or is not connected. */
  messages: z.array(heldMessageSchema).optional(),
});

/** A message with the values of its fields, as a print sends it to a device that draws on board (extension). */
export const deviceMessageSchema = z.object({ message: z.string(), fields: z.record(z.string(), z.string()) });
export type DeviceMessage = z.infer<typeof deviceMessageSchema>;

/** What the next print sends to a device that draws on board (extension). */
export const nextMessageSchema = z.object({
  /** Absent for a printer that prints pictures. */
  message: deviceMessageSchema.optional(),
});
