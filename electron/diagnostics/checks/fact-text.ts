import { FACT_KINDS, type DiagnosticFact, type FactKind, type FactName, type Finding } from '#contract/station/diagnostics.ts';
import { FINDINGS } from '#contract/station/diagnostic-findings.ts';

/** English names of the facts, for the command. */
const NAMES: Record<FactName, string> = {
  ready: 'ready',
  printerState: 'state',
  connectTime: 'answers in',
  folder: 'folder',
  freeSpace: 'free',
  diskSize: 'size of the disk',
  writeMedian: 'write',
  writeLongest: 'longest write',
  printsPerMinute: 'most prints per minute',
  databaseSize: 'size',
  logSize: 'write-ahead log',
  checkTime: 'checked in',
  backupCount: 'backups',
  newestBackup: 'newest',
  backupVerified: 'newest is whole',
  now: 'time',
  systemTimeZone: 'time zone',
  printTimeZone: 'time zone of printed dates',
  isSynchronised: 'synchronised',
  port: 'listener',
  validUntil: 'valid until',
  certificateNames: 'names',
  memory: 'memory',
  openFiles: 'open files',
  fileLimit: 'limit of open files',
  plantPhase: 'connection',
  plantWaiting: 'prints that wait',
  strobeVersion: 'Strobe',
  controllerVersion: 'controller',
  nodeVersion: 'Node',
  electronVersion: 'Electron',
  system: 'system',
  pageBuilt: 'page of',
  errorCount: 'errors in 24 hours',
  lastError: 'error',
};

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

const FORMATS: Record<FactKind, (value: string | number) => string> = {
  text: String,
  count: String,
  listener: String,
  plant: String,
  milliseconds: (value) => `${value} ms`,
  moment: (value) => new Date(Number(value)).toISOString(),
  flag: (value) => (value === 1 ? 'yes' : 'no'),
  bytes: (value) => {
    const number = Number(value);
    const unit = number < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(number) / 3));
    return `${(number / 1_000 ** unit).toFixed(unit === 0 ? 0 : 1)} ${UNITS[unit]}`;
  },
};

/** Facts as English text; those about the same thing follow its name. */
export function factsText(facts: readonly DiagnosticFact[]): string {
  const subjects = Map.groupBy(facts, ({ of }) => of);
  const texts = [...subjects].map(([of, ofSubject]) => {
    const text = ofSubject.map(({ name, value }) => `${NAMES[name]} ${FORMATS[FACT_KINDS[name]](value)}`).join(', ');
    return of === undefined ? text : `${of}: ${text}`;
  });
  return texts.join('; ');
}

/** What was found and what to do, as English texts. */
export function findingTexts({ code, parameters, detail }: Finding): { found: string; todo: string } {
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(parameters[name] ?? place));
  const { found, todo } = FINDINGS[code];
  return { found: detail === undefined ? fill(found) : `${fill(found)} ${detail}`, todo: fill(todo) };
}
