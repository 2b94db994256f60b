import { z } from 'zod';
import { engineConfigurationSchema, engineIdentitySchema, proofSchema } from './engine.ts';
import { rotationSchema } from './label.ts';
import { fieldErrorSchema } from '../problem-schema.ts';
import { findSliceFaults, MAX_SLICES, SLICE_FAULTS } from './printer-slices.ts';
import { printerPropertiesSchema, printerStateSchema, sliceSchema } from './printer.ts';

const millimetres = (max: number) => z.number('must be a number').positive('must be greater than 0').max(max, `must be at most ${max} mm`);
const dotsPerInch = z.number('must be a number').min(20, 'must be at least 20 dpi').max(2_400, 'must be at most 2 400 dpi');

/** Configuration of a printer (extension). PUT replaces all of it: omitted fields return to their defaults. Lengths in millimetres. */
export const printerConfigurationSchema = z.strictObject({
  engine: engineConfigurationSchema,
  /** Name of the model, shown to operators; by default that of the engine's kind. */
  type: z.string('must be a text').min(1, 'must not be empty').max(100, 'must have at most 100 characters').optional(),
  /** `CMYK` prints colours with four inks; any other value names the only ink. */
  color: z.string('must be a text').min(1, 'must not be empty').max(50, 'must have at most 50 characters').default('black'),
  /** Dots per inch across. */
  dpi: dotsPerInch,
  /** Dots per inch down; by default `dpi`. */
  vdpi: dotsPerInch.optional(),
  /** The largest width of a print. */
  physicalWidth: millimetres(5_000),
  /** The largest height of a print, of all heads together. */
  height: millimetres(2_000),
  /** Height of one slice; by default an even share of `height`. */
  sliceHeight: millimetres(2_000).optional(),
  /** From the upper edge of a print to its lower edge; by default one slice with one head. */
  slices: z.array(sliceSchema).min(1, 'must have at least one slice').max(MAX_SLICES, `must have at most ${MAX_SLICES} slices`).optional(),
  /** Rotation of every print on the device, clockwise. */
  rotation: rotationSchema.default('NONE'),
  /** Prints are mirrored from left to right. */
  mirrored: z.boolean('must be true or false').default(false),
  /** Distance from the product detector to the head; it is added to the print delay of the job or the label. */
  printDelay: z.number('must be a number').min(0, 'must be at least 0').max(10_000, 'must be at most 10 000 mm').default(0),
  /** Millimetres per second. */
  lineSpeed: z.number('must be a number').positive('must be greater than 0').max(100_000, 'must be at most 100 000 mm/s').default(300),
  /**
   * What detects a product: the printer's own photocell (`device`, for kinds of engines with `hasProductDetector`), an input of the line
   * (`line`: see `/signalDevices`), or nothing: triggers then come by HTTP, the text protocol or the page (`none`).
   */
  productDetector: z.enum(['device', 'line', 'none'], 'must be device, line or none').default('none'),
});
export type PrinterConfiguration = z.output<typeof printerConfigurationSchema>;

/** A configuration as a client writes it. What is stored already may be older than these rules, and its printer goes on printing. */
export const writtenConfigurationSchema = printerConfigurationSchema.superRefine((configuration, context) => {
  for (const { kind, path } of findSliceFaults(configuration)) {
    context.addIssue({ code: 'custom', path, message: SLICE_FAULTS[kind], input: configuration });
  }
});

/** The device that prints for a printer (extension): another one at its address prints nothing until a person accepts it. */
export const printerDeviceSchema = engineIdentitySchema.extend({
  /** When it answered for the first time or was accepted, ISO 8601. */
  since: z.string(),
  /** The device that it replaced, and who accepted that; empty if the client did not say. */
  replaced: engineIdentitySchema.optional(),
  acceptedBy: z.string().optional(),
});
export type PrinterDevice = z.infer<typeof printerDeviceSchema>;

/** A printer with its properties and its configuration (extension). */
export const printerDetailSchema = printerPropertiesSchema.extend({
  /** Secrets are null; see `passwordSet`. */
  configuration: printerConfigurationSchema,
  /** A configuration that replaces this one when no job is selected any more. */
  pendingConfiguration: printerConfigurationSchema.optional(),
  /** False: a person has disabled it. Its engine is not started. */
  enabled: z.boolean(),
  /** How its prints are proven now; see `/engines`. */
  proof: proofSchema,
  /** Null until the device has said which one it is; devices of some kinds never do. */
  device: printerDeviceSchema.nullable(),
  /** The device that answers instead of it. Nothing is sent to it that prints, until `acceptDevice`. */
  otherDevice: engineIdentitySchema.optional(),
});
export type PrinterDetail = z.infer<typeof printerDetailSchema>;

/** Result of a test that prints nothing (extension). */
export const printerTestSchema = z.object({
  reachable: z.boolean(),
  /** Why it is not reachable. */
  reason: z.string().optional(),
  identity: engineIdentitySchema.optional(),
  state: printerStateSchema.optional(),
  errors: z.array(z.string()),
  /** What does not fit the device, by field of the configuration. */
  configurationErrors: z.array(fieldErrorSchema).optional(),
  /** Dots per inch of its head, if it says so. */
  dpi: z.number().optional(),
  proof: proofSchema.optional(),
});
export type PrinterTest = z.infer<typeof printerTestSchema>;
