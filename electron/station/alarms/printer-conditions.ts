import type { InkStatus } from '#contract/api-v3/printer.ts';
import type { FleetPrinter, FleetStatus } from '#contract/station/fleet.ts';
import type { AlarmKind } from '#contract/station/alarms.ts';
import type { Condition } from './alarm-condition.ts';
import { errorMeaning, withoutNumbers } from './error-kinds.ts';

/** The conditions in the last status of a printer; none before its first answer. */
export function printerConditions({ connection, name, status }: FleetPrinter): Condition[] {
  if (!status) return [];
  const ink = status.ink.slice(0, MAX_SUPPLIES).flatMap((supply, index) => inkConditions(supply, index));
  const found = [...ink, ...errorConditions(status)];
  return found.map(({ isOfController, ...condition }) => ({ ...condition, connection, printer: isOfController ? null : name }));
}

/** Each error and each supply may become an alarm; further ones are ignored. */
const MAX_ERRORS = 50;
const MAX_SUPPLIES = 50;

/** What a printer of a Strobe controller says while a person has it disabled, which is no fault. */
const DISABLED = 'The printer is disabled.';

/** The alarms that explain the state ERROR. */
const STOPPING: ReadonlySet<AlarmKind> = new Set(['printer-error', 'printer-not-connected', 'printer-other-device']);

interface Found extends Pick<Condition, 'kind' | 'subject' | 'detail' | 'statements' | 'count'> {
  isOfController?: boolean;
}

/** An empty supply, and the warnings of a low one, make one condition each. */
function inkConditions(ink: InkStatus, index: number): Found[] {
  const subject = nameOf(ink, index);
  const condition = (kind: AlarmKind, texts: readonly string[]): Found => ({ kind, subject, detail: texts.join('\n') });
  if (ink.level === 'EMPTY') return [condition('ink-empty', [...ink.errors, ...ink.warnings])];
  const found: Found[] = [];
  if (ink.state === 'ERROR' || ink.errors.length > 0) found.push(condition('ink-error', ink.errors));
  if (ink.level === 'LOW') found.push(condition('ink-low', ink.warnings));
  else if (ink.warnings.length > 0) found.push(condition('ink-warning', ink.warnings));
  return found;
}

/** The number of the supply, from 1, where it has no name. */
function nameOf(ink: InkStatus, index: number): string {
  return ink.supply ?? String(index + 1);
}

function errorConditions({ state, errors, ink, ragStatus, missedTriggers }: FleetStatus): Found[] {
  const isInError = state === 'ERROR';
  const others = errors.filter((error) => !isAboutEmptyInk(error, ink) && error !== DISABLED);
  const limited = others.filter((error, index) => index < MAX_ERRORS || errorMeaning(error));
  const found = limited.map((error): Found => {
    const meaning = errorMeaning(error);
    if (meaning) {
      const { statement, ...kind } = meaning;
      const count = kind.kind === 'product-missed' ? missedTriggers : undefined;
      return { ...kind, subject: '', detail: error, statements: statement ? [statement] : [], ...(count !== undefined && { count }) };
    }
    const kind = isInError ? 'printer-error' : 'printer-warning';
    return { kind, subject: withoutNumbers(error), detail: error };
  });
  const isExplained = found.some(({ kind }) => STOPPING.has(kind)) || ink.some(({ level }) => level === 'EMPTY');
  if (isInError && !isExplained) found.push({ kind: 'printer-error', subject: '', detail: '' });
  // RED means that the printer waits for a person, even when it names no error.
  const isUnexplained = found.length === 0 && !isInError && ink.every((supply) => supply.ragStatus !== 'RED');
  if (ragStatus === 'RED' && isUnexplained) found.push({ kind: 'line-stopped', subject: '', detail: '' });
  return found;
}

/** Whether an error is about a supply that is empty, which has its own condition already. */
function isAboutEmptyInk(error: string, ink: readonly InkStatus[]): boolean {
  const empty = ink.filter(({ level }) => level === 'EMPTY');
  return /\bink\b/i.test(error) && empty.some(({ supply }) => supply === undefined || error.includes(supply));
}
