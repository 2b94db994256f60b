import { z } from 'zod';
import { nameSchema } from './name.ts';

const MAX_SERVERS = 8;
const MAX_COMMANDS = 1_000;
const trueOrFalse = z.boolean('must be true or false');
const text = z.string('must be a text');
const credential = text.max(1_000, 'must have at most 1 000 characters').regex(/^\P{Cc}*$/u, 'must not contain a control character');

/** An id of Sparkplug: a level of an MQTT topic. Empty while none is set. */
const idSchema = text
  .max(255, 'must have at most 255 characters')
  .regex(/^[^+/#\p{Cc}]*$/u, 'must not contain +, /, # or a control character')
  .default('');

/** An MQTT server, also called broker. */
export const sparkplugServerSchema = z.strictObject({
  /** `mqtt://host:1883`, or `mqtts://host:8883` for an encrypted connection. */
  url: text
    .max(1_000, 'must have at most 1 000 characters')
    .regex(/^mqtts?:\/\/(\[[0-9a-f:.]+\]|[^\s/:@?#[\]]+)(:\d{1,5})?\/?$/iu, 'must look like mqtt://host:1883 or mqtts://host:8883'),
  /** SHA-256 fingerprint of its certificate, which a person has compared; absent: an authority must have signed it. */
  fingerprint: text.regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/, 'must be a SHA-256 fingerprint such as 0A:1B:...').optional(),
});
export type SparkplugServer = z.output<typeof sparkplugServerSchema>;

/** What the host may command at one printer, with the rights of an API key. */
export const sparkplugCommandsSchema = z.strictObject({
  printer: nameSchema,
  /** The name of an API key with the scope "print". Every command is in the audit log under this name. */
  key: text.min(1, 'must not be empty').max(255, 'must have at most 255 characters'),
  select: trueOrFalse.default(false),
  trigger: trueOrFalse.default(false),
  abort: trueOrFalse.default(false),
});
export type SparkplugCommands = z.output<typeof sparkplugCommandsSchema>;

/** The edge node of MQTT Sparkplug B 3.0 (extension). PUT replaces all of it. Off by default. */
export const sparkplugSettingsSchema = z
  .strictObject({
    isEnabled: trueOrFalse.default(false),
    /** Tried in turn. */
    servers: z.array(sparkplugServerSchema).max(MAX_SERVERS, `must have at most ${MAX_SERVERS} servers`).default([]),
    groupId: idSchema,
    nodeId: idSchema,
    /** The host application for which prints wait while it is offline; empty: none is waited for. */
    primaryHostId: idSchema,
    user: credential.max(255, 'must have at most 255 characters').default(''),
    /** Written only: it is read as null. Null removes it; left out, or with `passwordSet`, it stays while no server is added. */
    password: credential.min(1, 'must not be empty').nullable().optional(),
    /** Whether a password is stored. In a PUT, `true` with a password of null keeps it, so that what was read can be written again. */
    passwordSet: trueOrFalse.optional(),
    /** PEM certificates of authorities that sign the servers' certificates, in addition to the public ones. */
    authorities: text.max(100_000, 'must have at most 100 000 characters').default(''),
    /** Seconds without a message after which the server is asked whether it is there. */
    keepAlive: z
      .number('must be a number')
      .int('must be a whole number')
      .min(5, 'must be at least 5')
      .max(1_200, 'must be at most 1 200')
      .default(30),
    /** Printers that take commands. Others take none. */
    commands: z.array(sparkplugCommandsSchema).max(MAX_COMMANDS, `must have at most ${MAX_COMMANDS} printers`).default([]),
  })
  .superRefine(({ isEnabled, servers, groupId, nodeId, commands }, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (isEnabled && servers.length === 0) refuse(['servers'], 'needs a server');
    if (isEnabled && groupId === '') refuse(['groupId'], 'must not be empty');
    if (isEnabled && nodeId === '') refuse(['nodeId'], 'must not be empty');
    const printers = commands.map(({ printer }) => printer);
    for (const [at, printer] of printers.entries())
      if (printers.indexOf(printer) < at) refuse(['commands', at, 'printer'], 'is named already');
  });
export type SparkplugSettings = z.output<typeof sparkplugSettingsSchema>;

/** What the edge node does. `backing-off`: the next attempt to connect is due soon. */
export const SPARKPLUG_PHASES = ['off', 'connecting', 'backing-off', 'waiting-for-host', 'online'] as const;
export type SparkplugPhase = (typeof SPARKPLUG_PHASES)[number];

/** The state of the connection, and what waits for it. */
export const sparkplugStateSchema = z.object({
  phase: z.enum(SPARKPLUG_PHASES),
  /** ISO 8601. */
  since: z.string(),
  /** The server that it is connected to, or tries. */
  server: z.string().optional(),
  /** Why it is not online, as a sentence. */
  reason: z.string().optional(),
  /** The fingerprint of a certificate that was refused. */
  refusedFingerprint: z.string().optional(),
  /** The number of the present connection (bdSeq), 0 to 255. */
  birthDeathSequence: z.number().int().optional(),
  history: z.object({
    /** Prints that no server has taken yet; counted up to `most`. */
    waiting: z.number().int(),
    most: z.number().int(),
    /** When the oldest of them was settled, ISO 8601. */
    oldest: z.string().optional(),
    /** Prints that servers have taken since Sparkplug was switched on. */
    sent: z.number().int(),
  }),
});
export type SparkplugState = z.infer<typeof sparkplugStateSchema>;

/** What a test of the servers found, in their order. */
export const sparkplugTestSchema = z.array(
  z.object({
    url: z.string(),
    isReachable: z.boolean(),
    /** Why not, as a sentence. */
    reason: z.string().optional(),
    refusedFingerprint: z.string().optional(),
  }),
);
export type SparkplugTest = z.infer<typeof sparkplugTestSchema>;
