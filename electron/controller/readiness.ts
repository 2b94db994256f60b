import type { ClockState } from '#contract/api-v3/clock.ts';
import type { Readiness } from '#contract/api-v3/health.ts';
import type { Clock } from './clock/clock.ts';
import type { UnusableContent } from './stored-content/unusable-content.ts';
import { LOG_STUCK, type DatabaseLog } from './database-log.ts';
import type { DrawingPool } from './drawing/drawing-pool.ts';
import type { UnwritableDisk } from './unwritable-disk.ts';
import type { Printing } from './jobs/printing.ts';
import type { Recovery } from './recovery/recovery.ts';

export interface ReadinessRooms {
  isSafeMode: boolean;
  disk: Pick<UnwritableDisk, 'refusal' | 'fault'>;
  databaseLog: Pick<DatabaseLog, 'isStuck'>;
  clock: Pick<Clock, 'look'>;
  drawing: Pick<DrawingPool, 'fault'>;
  recovery: Pick<Recovery, 'doubt'>;
  printing: Pick<Printing, 'isStopping'>;
  unusable: Pick<UnusableContent, 'list'>;
  /** How many printers have a job, and how many do not print theirs because of its dates. */
  dated: { selected: number; stopped: number };
}

const DATES_STOPPED = 'Labels with a date are not printed until the clock of the controller is set right or confirmed';

/** Whether prints can be asked for at all. What only one printer lacks is no reason: its own status says it. */
export function readinessOf(rooms: ReadinessRooms): Readiness {
  const { isSafeMode, disk, databaseLog, clock, drawing, recovery, printing, unusable, dated } = rooms;
  const reasons: Readiness['reasons'] = [];
  if (isSafeMode) reasons.push({ code: 'safe-mode', detail: 'After repeated crashes the controller only reads until it is restarted.' });
  if (disk.refusal && disk.fault !== undefined) reasons.push({ code: disk.refusal, detail: disk.fault });
  const ofClock = clockFindings(clock.look(), dated);
  reasons.push(...ofClock.reasons);
  if (drawing.fault !== undefined) {
    reasons.push({ code: 'drawing-down', detail: `No label can be drawn, which is tried again every few seconds: ${drawing.fault}` });
  }
  if (recovery.doubt !== undefined) reasons.push({ code: 'recovery-unconfirmed', detail: recovery.doubt });
  if (printing.isStopping) reasons.push({ code: 'stopping', detail: 'The controller is stopping.' });
  return {
    status: reasons.length === 0 ? 'ready' : 'not-ready',
    reasons,
    warnings: [
      ...(databaseLog.isStuck ? [{ code: 'log-stuck' as const, detail: LOG_STUCK }] : []),
      ...ofClock.warnings,
      ...unusableWarnings(unusable),
    ],
  };
}

function unusableWarnings(unusable: Pick<UnusableContent, 'list'>): Readiness['warnings'] {
  const { named, total } = unusable.list();
  if (total === 0) return [];
  const things = named.map(({ kind, name, reason }) => `${kind} "${name}" (${reason})`).join('; ');
  const more = total > named.length ? ` and ${total - named.length} more` : '';
  const detail = `What is stored cannot be used by this version and was set aside: ${things}${more}. Replace or delete it, or install the version that stored it.`;
  return [{ code: 'content-unusable', detail }];
}

/** What a clock that is not believed keeps from being printed: a reason when it is everything. */
function clockFindings(state: ClockState, dated: ReadinessRooms['dated']): Pick<Readiness, 'reasons' | 'warnings'> {
  const { selected, stopped } = dated;
  const reason = (detail: string) => ({ reasons: [{ code: 'clock-doubtful' as const, detail }], warnings: [] });
  if (state === 'doubtful') return reason('Nothing is printed until the clock of the controller is set right or confirmed.');
  if (state === 'ok') return { reasons: [], warnings: [] };
  if (selected > 0 && stopped === selected) return reason(`${DATES_STOPPED}, and every job that is selected has one.`);
  const concerned = selected === 0 ? 'nothing is selected' : `this concerns ${stopped} of ${selected} printers with a job`;
  return { reasons: [], warnings: [{ code: 'clock-stepped', detail: `${DATES_STOPPED}: ${concerned}.` }] };
}
