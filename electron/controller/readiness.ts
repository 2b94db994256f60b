import type { ClockState } from '#contract/api-v3/clock.ts';
import type { Readiness } from '#contract/api-v3/health.ts';
import type { Clock } from './clock/clock.ts';
import type { UnusableContent } from './stored-content/unusable-content.ts';
import { WAL_STUCK, type WalCheckpointer } from './disk/wal-checkpointer.ts';
import type { DrawingPool } from './drawing/drawing-pool.ts';
import type { DiskGuard } from './disk/disk-guard.ts';
import type { PlantConnection } from './plant-connection/plant-connection.ts';
import type { Printing } from './printing/printing.ts';
import type { Recovery } from './recovery/recovery.ts';

export interface ReadinessDeps {
  isSafeMode: boolean;
  disk: Pick<DiskGuard, 'refusal' | 'fault'>;
  walCheckpointer: Pick<WalCheckpointer, 'isStuck'>;
  clock: Pick<Clock, 'state'>;
  drawing: Pick<DrawingPool, 'fault'>;
  recovery: Pick<Recovery, 'warning'>;
  printing: Pick<Printing, 'isStopping'>;
  unusable: Pick<UnusableContent, 'list'>;
  plant: Pick<PlantConnection, 'warning'>;
  /** The names of counters that print nothing until a person sets them. */
  blockedCounters: readonly string[];
  /** How many printers have a job, and how many of those jobs are stopped because of their dates. */
  dated: { selected: number; stopped: number };
}

/** Counters that a warning names. */
const MAX_NAMED = 10;
const DATES_STOPPED = 'Labels with a date are not printed until the clock of the controller is corrected or confirmed';

/** Whether the controller as a whole can print. A problem of one printer is not a reason; it is part of that printer's status. */
export function readinessOf(deps: ReadinessDeps): Readiness {
  const { isSafeMode, disk, walCheckpointer, clock, drawing, recovery, printing, unusable, plant, blockedCounters, dated } = deps;
  const ofPlant = plant.warning();
  const reasons: Readiness['reasons'] = [];
  if (isSafeMode) reasons.push({ code: 'safe-mode', detail: 'The controller is read-only after repeated crashes, until it is restarted.' });
  if (disk.refusal && disk.fault !== undefined) reasons.push({ code: disk.refusal, detail: disk.fault.text });
  const ofClock = clockFindings(clock.state(), dated);
  reasons.push(...ofClock.reasons);
  if (drawing.fault !== undefined) {
    reasons.push({
      code: 'drawing-down',
      detail: `No label can be drawn. The controller retries every few seconds. Cause: ${drawing.fault}`,
    });
  }
  if (recovery.warning !== undefined) reasons.push({ code: 'recovery-unconfirmed', detail: recovery.warning.text });
  if (printing.isStopping) reasons.push({ code: 'stopping', detail: 'The controller is stopping.' });
  return {
    status: reasons.length === 0 ? 'ready' : 'not-ready',
    reasons,
    warnings: [
      ...(walCheckpointer.isStuck ? [{ code: 'log-stuck' as const, detail: WAL_STUCK }] : []),
      ...ofClock.warnings,
      ...unusableWarnings(unusable),
      ...(ofPlant === undefined ? [] : [{ code: 'plant-unreachable' as const, detail: ofPlant }]),
      ...blockedWarnings(blockedCounters),
    ],
  };
}

function unusableWarnings(unusable: Pick<UnusableContent, 'list'>): Readiness['warnings'] {
  const { named, total } = unusable.list();
  if (total === 0) return [];
  const things = named.map(({ kind, name, reason }) => `${kind} "${name}" (${reason})`).join('; ');
  const more = total > named.length ? ` and ${total - named.length} more` : '';
  const detail = `This version cannot use some stored content and ignores it: ${things}${more}. Replace or delete it, or install the version that stored it.`;
  return [{ code: 'content-unusable', detail }];
}

function blockedWarnings(names: readonly string[]): Readiness['warnings'] {
  if (names.length === 0) return [];
  const named = names.slice(0, MAX_NAMED).map((name) => `"${name}"`);
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  const detail = `Another computer may have printed the next numbers of the counters ${named.join(', ')}${more}. Nothing is printed with them until each is set beyond the last number, or takes its numbers from the plant.`;
  return [{ code: 'counter-blocked', detail }];
}

/** What a doubtful clock prevents: a reason when nothing can be printed, otherwise a warning. */
function clockFindings(state: ClockState, dated: ReadinessDeps['dated']): Pick<Readiness, 'reasons' | 'warnings'> {
  const { selected, stopped } = dated;
  const reason = (detail: string) => ({ reasons: [{ code: 'clock-doubtful' as const, detail }], warnings: [] });
  if (state === 'doubtful') return reason('Nothing is printed until the clock of the controller is corrected or confirmed.');
  if (state === 'ok') return { reasons: [], warnings: [] };
  if (selected > 0 && stopped === selected) return reason(`${DATES_STOPPED}, and every selected job has one.`);
  const concerned = selected === 0 ? 'nothing is selected' : `this concerns ${stopped} of ${selected} printers with a job`;
  return { reasons: [], warnings: [{ code: 'clock-stepped', detail: `${DATES_STOPPED}: ${concerned}.` }] };
}
