import { z } from 'zod';

/** What an engine sends to its device: finished pictures, or the values of fields in a message that the device stores and draws. */
export const engineShapeSchema = z.enum(['bitmap', 'fields']);
export type EngineShape = z.infer<typeof engineShapeSchema>;

/**
 * How a device proves that a print was made: it names the print (`id`), acknowledges each print in order (`ack`), counts its prints
 * (`count`), or not at all (`none`: prints are only handed over).
 */
export const proofSchema = z.enum(['id', 'ack', 'count', 'none']);
export type Proof = z.infer<typeof proofSchema>;

const host = z.string('must be a text').min(1, 'must not be empty').max(253, 'must have at most 253 characters');
const port = (standard: number) =>
  z.number('must be a number').int('must be whole').min(1, 'must be at least 1').max(65_535, 'must be at most 65 535').default(standard);

/** A simulated printer. `model` names one of the built-in models; the numbers override it. */
export const virtualEngineSchema = z.strictObject({
  kind: z.literal('virtual'),
  model: z.enum(['V70', 'V35', 'V50C'], 'must be V70, V35 or V50C').default('V35'),
  /** `fields`: it behaves like a printer that draws on board, and records the message and the fields of each print. */
  shape: engineShapeSchema.default('bitmap'),
  /** The most unconfirmed prints that the device holds, including the one being printed. */
  bufferDepth: z.number().int().min(1).max(1_000).default(8),
  /** Milliseconds from power on to STARTED. */
  warmUp: z.number().min(0).max(600_000).default(1_000),
  /** Deviation of the device's own clock from that of the computer, in milliseconds. */
  clockOffset: z.number().default(0),
  /** Dots of a full ink supply. */
  dotsPerSupply: z.number().positive().default(1_000_000_000),
});

/** A label printer that understands ZPL II, on its raw port. */
export const zplEngineSchema = z.strictObject({
  kind: z.literal('zpl'),
  host,
  port: port(9_100),
  /** What the printer does with a finished label: it leaves it for tearing off, presents it peeled, cuts it, or an applicator takes it. */
  mode: z.enum(['TEAR', 'PEEL', 'CUT', 'APPLICATOR'], 'must be TEAR, PEEL, CUT or APPLICATOR').default('TEAR'),
  /** Whether the odometer proves prints: `auto` uses it if the printer reports one. */
  count: z.enum(['auto', 'odometer', 'none'], 'must be auto, odometer or none').default('auto'),
});

/** A printer that understands IPP Everywhere with PWG raster. */
export const ippEngineSchema = z.strictObject({
  kind: z.literal('ipp'),
  /** Its address, such as `ipp://192.168.0.41:631/ipp/print`; `ipps` for TLS. */
  url: z
    .string('must be a text')
    .max(1_000, 'must have at most 1 000 characters')
    .regex(/^ipps?:\/\/[^\s/]+/u, 'must begin with ipp:// or ipps:// and name a host'),
  /** SHA-256 fingerprint of its certificate, which a person has compared; absent: a known authority must have signed it. */
  fingerprint: z
    .string('must be a text')
    .regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/, 'must be a SHA-256 fingerprint such as 0A:1B:...')
    .optional(),
  /** The user that the printer asks for, with its password; both are sent over an encrypted connection only, or to this machine. */
  user: z
    .string('must be a text')
    .min(1, 'must not be empty')
    .max(255, 'must have at most 255 characters')
    .regex(/^[^:\p{Cc}]*$/u, 'must not contain a colon or a control character')
    .optional(),
  /** Written only: it is read as null. Null removes it; left out, or with `passwordSet`, it stays while the address is the same. */
  password: z
    .string('must be a text')
    .min(1, 'must not be empty')
    .max(1_000, 'must have at most 1 000 characters')
    .regex(/^\P{Cc}*$/u, 'must not contain a control character')
    .nullable()
    .optional(),
  /** Whether a password is stored. In a PUT, `true` with a password of null keeps it, so that what was read can be written again. */
  passwordSet: z.boolean('must be true or false').optional(),
  /** The name of its media (PWG 5101.1); absent: the printer's default. */
  media: z.string('must be a text').min(1, 'must not be empty').max(255, 'must have at most 255 characters').optional(),
});

/** A device that takes rows of dots or a text on a TCP or UDP port, with an acknowledgement or without. */
export const rawEngineSchema = z.strictObject({
  kind: z.literal('raw'),
  protocol: z.enum(['tcp', 'udp'], 'must be tcp or udp').default('tcp'),
  host,
  port: z.number('must be a number').int('must be whole').min(1, 'must be at least 1').max(65_535, 'must be at most 65 535'),
  /** `rows`: the picture, row by row, 1 = ink, each row padded to whole bytes. `template`: the text of `template` with the picture in it. */
  format: z.enum(['rows', 'template'], 'must be rows or template').default('rows'),
  /**
   * Sent for each print. `{rows}`: the bytes of the picture, `{rowsHex}`: in hexadecimal, `{width}` and `{height}` in dots, `{bytesPerRow}`,
   * `{id}`: the number of the print, `{cr}`, `{lf}`, `{stx}`, `{etx}`: control characters.
   */
  template: z.string('must be a text').max(10_000, 'must have at most 10 000 characters').optional(),
  /** A regular expression that matches the device's acknowledgement of one print. Absent: prints are only handed over. */
  acknowledge: z.string('must be a text').max(500, 'must have at most 500 characters').optional(),
});

/** A Domino continuous inkjet coder that understands Codenet. */
export const codenetEngineSchema = z.strictObject({ kind: z.literal('codenet'), host, port: port(7_000) });

/** A Videojet device that understands the Zipher text protocol: thermal transfer, thermal inkjet and laser. */
export const zipherEngineSchema = z.strictObject({ kind: z.literal('zipher'), host, port: port(3_002) });

/** A Videojet continuous inkjet coder that understands WSI. */
export const wsiEngineSchema = z.strictObject({ kind: z.literal('wsi'), host, port: port(3_100) });

/** A Hitachi continuous inkjet coder with Modbus TCP. */
export const hitachiEngineSchema = z.strictObject({
  kind: z.literal('hitachi'),
  host,
  port: port(502),
  /** The Modbus unit identifier. */
  unit: z.number('must be a number').int('must be whole').min(0, 'must be at least 0').max(255, 'must be at most 255').default(1),
});

/** The engine of a printer: its kind and its connection. */
export const engineConfigurationSchema = z.discriminatedUnion(
  'kind',
  [
    virtualEngineSchema,
    zplEngineSchema,
    ippEngineSchema,
    codenetEngineSchema,
    zipherEngineSchema,
    wsiEngineSchema,
    hitachiEngineSchema,
    rawEngineSchema,
  ],
  'must have the kind of an engine: virtual, zpl, ipp, codenet, zipher, wsi, hitachi or raw',
);
export type EngineConfiguration = z.output<typeof engineConfigurationSchema>;
export type EngineKindName = EngineConfiguration['kind'];
/** The configuration of one kind of engine. */
export type EngineConfigurationOf<Kind extends EngineKindName> = Extract<EngineConfiguration, { kind: Kind }>;

/** A kind of engine (extension). */
export const engineKindSchema = z.object({
  kind: z.string(),
  shape: engineShapeSchema,
  /** The best proof that devices of this kind can give. */
  proof: proofSchema,
  /** What it was tried with: a device, or emulators only. */
  tried: z.enum(['device', 'emulator']),
  /** Whether `productDetector` may be `device`: a photocell of the device detects the products, and reports them or starts the prints. */
  hasProductDetector: z.boolean(),
  /** JSON Schema of its configuration. */
  schema: z.record(z.string(), z.unknown()),
});
export type EngineKindInfo = z.infer<typeof engineKindSchema>;

/** What a device says about itself. */
export const engineIdentitySchema = z.object({
  /** Model, as the device names it. */
  model: z.string().optional(),
  /** Serial number or another text that no other device has. */
  serial: z.string().optional(),
  firmware: z.string().optional(),
});
export type EngineIdentity = z.infer<typeof engineIdentitySchema>;
