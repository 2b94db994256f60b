import type { InkStatus } from '#contract/api-v3/printer.ts';
import type { FleetPrinter, FleetStatus } from '#contract/station/fleet.ts';
import type { AlarmKind } from '#contract/station/alarms.ts';
import type { Condition } from './condition.ts';
import { knownError, withoutNumbers } from './error-kinds.ts';

/** What is wrong with one printer by the last status that it gave; nothing is known of one that never answered. */
export function printerConditions({ connection, name, status }: FleetPrinter): Condition[] {
  if (!status) return [];
  const ink = status.ink.slice(0, MOST_SUPPLIES).flatMap((supply, index) => inkConditions(supply, index));
  const found = [...ink, ...errorConditions(status)];
  return found.map(({ isOfController, ...condition }) => ({ ...condition, connection, printer: isOfController ? null : name }));
}

/** Nobody reads more, and who says more is out of order: each would be an alarm of its own. */
const MOST_ERRORS = 50;
const MOST_SUPPLIES = 50;

interface Found extends Pick<Condition, 'kind' | 'subject' | 'detail'> {
  isOfController?: boolean;
}

/** An empty or low supply is one matter, whatever the supply says of it besides. */
function inkConditions(ink: InkStatus, index: number): Found[] {
  const subject = nameOf(ink, index);
  const say = (kind: AlarmKind, words: readonly string[]): Found => ({ kind, subject, detail: words.join('\n') });
  const words = [...ink.errors, ...ink.warnings];
  if (ink.level === 'EMPTY') return [say('ink-empty', words)];
  const found: Found[] = [];
  if (ink.state === 'ERROR' || ink.errors.length > 0) found.push(say('ink-error', ink.errors));
  if (ink.level === 'LOW') found.push(say('ink-low', ink.warnings));
  else if (ink.warnings.length > 0) found.push(say('ink-warning', ink.warnings));
  return found;
}

/** A supply that has no name is told by its place, from 1. */
function nameOf(ink: InkStatus, index: number): string {
  return ink.supply ?? String(index + 1);
}

function errorConditions({ state, errors, ink, ragStatus }: FleetStatus): Found[] {
  const isInError = state === 'ERROR';
  const rest = errors.filter((error) => !isAboutEmptyInk(error, ink));
  const read = rest.filter((error, place) => place < MOST_ERRORS || knownError(error));
  const found = read.map((error): Found => {
    const known = knownError(error);
    if (known) return { ...known, subject: '', detail: error };
    const kind = isInError ? 'printer-error' : 'printer-warning';
    return { kind, subject: withoutNumbers(error), detail: error };
  });
  const isExplained = found.some(({ kind }) => kind === 'printer-error') || ink.some(({ level }) => level === 'EMPTY');
  if (isInError && !isExplained) found.push({ kind: 'printer-error', subject: '', detail: '' });
  // RED says that it waits for a person, even where it gives no reason.
  const isSilent = found.length === 0 && !isInError && ink.every((supply) => supply.ragStatus !== 'RED');
  if (ragStatus === 'RED' && isSilent) found.push({ kind: 'line-stopped', subject: '', detail: '' });
  return found;
}

/** The printer's own error about a supply that is empty: one cause, one alarm. */
function isAboutEmptyInk(error: string, ink: readonly InkStatus[]): boolean {
  const empty = ink.filter(({ level }) => level === 'EMPTY');
  return /\bink\b/i.test(error) && empty.some(({ supply }) => supply === undefined || error.includes(supply));
}
