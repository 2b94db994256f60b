import { z } from 'zod';
import { CHECK_STATES, FINDINGS, type FindingCode } from './diagnostic-findings.ts';
import { command, feed, query } from './operation.ts';

/** The checks of the diagnostics, in the order in which they are shown. */
export const CHECK_IDS = [
  'readiness',
  'printers',
  'disk',
  'database',
  'backups',
  'clock',
  'ports',
  'certificates',
  'processes',
  'plant',
  'versions',
  'errors',
] as const;
export type CheckId = (typeof CHECK_IDS)[number];

/** The facts of the checks, with the unit of their values. `flag` is 1 or 0, `moment` milliseconds since the epoch. */
export const FACT_KINDS = {
  ready: 'flag',
  printerState: 'text',
  connectTime: 'milliseconds',
  folder: 'text',
  freeSpace: 'bytes',
  diskSize: 'bytes',
  writeMedian: 'milliseconds',
  writeLongest: 'milliseconds',
  printsPerMinute: 'count',
  databaseSize: 'bytes',
  logSize: 'bytes',
  checkTime: 'milliseconds',
  backupCount: 'count',
  newestBackup: 'moment',
  backupVerified: 'flag',
  now: 'moment',
  systemTimeZone: 'text',
  printTimeZone: 'text',
  isSynchronised: 'flag',
  port: 'listener',
  validUntil: 'moment',
  certificateNames: 'text',
  memory: 'bytes',
  openFiles: 'count',
  fileLimit: 'count',
  plantPhase: 'plant',
  plantWaiting: 'count',
  strobeVersion: 'text',
  controllerVersion: 'text',
  nodeVersion: 'text',
  electronVersion: 'text',
  system: 'text',
  pageBuilt: 'moment',
  errorCount: 'count',
  lastError: 'text',
} as const satisfies Record<string, FactKind>;
export type FactName = keyof typeof FACT_KINDS;
export type FactKind = 'text' | 'bytes' | 'milliseconds' | 'count' | 'moment' | 'flag' | 'listener' | 'plant';

/** What listens on a port. */
export const LISTENERS = ['page', 'controller', 'text-protocol', 'other', 'none'] as const;
export type ListenerKind = (typeof LISTENERS)[number];

const namesOf = <Name extends string>(object: Record<Name, unknown>) => Object.keys(object) as [Name, ...Name[]];

const factSchema = z.object({
  name: z.enum(namesOf<FactName>(FACT_KINDS)),
  /** What it is about, such as a printer, a file or a port; absent for the computer. */
  of: z.string().optional(),
  value: z.union([z.string(), z.number()]),
});
export type DiagnosticFact = z.infer<typeof factSchema>;

const findingSchema = z.object({
  code: z.enum(namesOf<FindingCode>(FINDINGS)),
  state: z.enum(CHECK_STATES),
  /** Values of the texts of the code. */
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  /** What the system, the controller or the printer says, in its language. */
  detail: z.string().optional(),
});
export type Finding = z.infer<typeof findingSchema>;

export const checkResultSchema = z.object({
  id: z.enum(CHECK_IDS),
  /** The worst state of its findings. */
  state: z.enum(CHECK_STATES),
  facts: z.array(factSchema),
  findings: z.array(findingSchema),
  /** Milliseconds that it took. */
  took: z.number(),
});
export type CheckResult = z.infer<typeof checkResultSchema>;

const diagnosticsEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    isRunning: z.boolean(),
    /** When the last run began, milliseconds since the epoch; null before the first one. */
    at: z.number().nullable(),
    /** The checks that have ended, in the order of `CHECK_IDS`. */
    results: z.array(checkResultSchema),
  }),
]);
export type DiagnosticsEvent = z.infer<typeof diagnosticsEventSchema>;

const supportFileSchema = z.object({
  /** Path within the archive. */
  name: z.string(),
  /** In bytes. */
  size: z.number().int(),
});

/** An archive that was prepared. The station has it for some minutes in memory: see `supportArchiveUrl`. */
export const supportArchiveSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  /** Bytes of the archive. */
  size: z.number().int(),
  files: z.array(supportFileSchema),
});
export type SupportArchive = z.infer<typeof supportArchiveSchema>;

/** Checks of the station's computer, its controllers and printers, and the support file. */
export const diagnosticsContract = {
  /** The last run, and each result of a running one. */
  watch: feed(z.object({}), diagnosticsEventSchema),
  /** Begins to run all checks, unless they are running. Returns at once: `watch` has the results. */
  run: query(z.object({}), z.object({})),
  /** Collects the files of a support file and returns their names, so that a person looks at them before the file is saved. */
  prepareSupport: command('configure', z.object({}), supportArchiveSchema),
};
