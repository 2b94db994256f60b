import type { InkStatus } from '#contract/api-v3/printer.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { FleetPrinter, FleetStatus } from '#contract/station/fleet.ts';
import type { AlarmKind } from '#contract/station/alarms.ts';
import type { Condition } from './alarm-condition.ts';
import { errorKind } from './error-kinds.ts';
import { isAboutEmptyInk, isDisabled, isSaidByInkAlarm, shortenedError, subjectOf } from './stated-errors.ts';

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

/** The alarms that explain the state ERROR. */
const STOPPING: ReadonlySet<AlarmKind> = new Set(['printer-error', 'printer-not-connected', 'printer-other-device']);

interface Found extends Pick<Condition, 'kind' | 'subject' | 'detail' | 'errors' | 'count'> {
  isOfController?: boolean;
}

/** A text of a status, with its code if the controller states it or the text is known. */
interface Stated {
  text: string;
  error: StatusError | undefined;
}

function stated(texts: readonly string[], details: readonly StatusError[] = []): Stated[] {
  const byText = new Map(details.map((error) => [error.text, error]));
  return texts.map((text) => ({ text, error: byText.get(text) }));
}

/** An empty supply, and the warnings of a low one, make one condition each. */
function inkConditions(ink: InkStatus, index: number): Found[] {
  const subject = nameOf(ink, index);
  const errors = stated(ink.errors, ink.errorDetails);
  const warnings = stated(ink.warnings, ink.warningDetails);
  const condition = (kind: AlarmKind, all: readonly Stated[]): Found => ({ kind, subject, ...described(all, isSaidByInkAlarm) });
  if (ink.level === 'EMPTY') return [condition('ink-empty', [...errors, ...warnings])];
  const found: Found[] = [];
  if (ink.state === 'ERROR' || errors.length > 0) found.push(condition('ink-error', errors));
  if (ink.level === 'LOW') found.push(condition('ink-low', warnings));
  else if (warnings.length > 0) found.push(condition('ink-warning', warnings));
  return found;
}

/** Texts as the detail of an alarm; their codes are left out unless all of them are known. */
function described(all: readonly Stated[], isSaid: (error: StatusError) => boolean): Pick<Found, 'detail' | 'errors'> {
  const detail = all.map(({ text }) => text).join('\n');
  const errors = all.flatMap(({ error }) => (error ? [error] : []));
  if (errors.length < all.length || all.length === 0) return { detail };
  return { detail, errors: errors.filter((error) => !isSaid(error)).map(shortenedError) };
}

/** The number of the supply, from 1, where it has no name. */
function nameOf(ink: InkStatus, index: number): string {
  return ink.supply ?? String(index + 1);
}

function errorConditions({ state, errors, errorDetails, ink, ragStatus, missedTriggers }: FleetStatus): Found[] {
  const isInError = state === 'ERROR';
  const others = stated(errors, errorDetails).filter((one) => !isAboutEmptyInk(one, ink) && !isDisabled(one.error));
  const limited = others.filter(({ error }, index) => index < MAX_ERRORS || (error && errorKind(error.code)));
  const found = limited.map((one): Found => {
    const own = one.error && errorKind(one.error.code);
    if (!own) return { kind: isInError ? 'printer-error' : 'printer-warning', subject: subjectOf(one), ...described([one], () => false) };
    const { isSaidByKind = false, ...kind } = own;
    const count = kind.kind === 'product-missed' ? missedTriggers : undefined;
    return { ...kind, subject: '', ...described([one], () => isSaidByKind), ...(count !== undefined && { count }) };
  });
  const isExplained = found.some(({ kind }) => STOPPING.has(kind)) || ink.some(({ level }) => level === 'EMPTY');
  if (isInError && !isExplained) found.push({ kind: 'printer-error', subject: '', detail: '' });
  // RED means that the printer waits for a person, even when it names no error.
  const isUnexplained = found.length === 0 && !isInError && ink.every((supply) => supply.ragStatus !== 'RED');
  if (ragStatus === 'RED' && isUnexplained) found.push({ kind: 'line-stopped', subject: '', detail: '' });
  return found;
}
