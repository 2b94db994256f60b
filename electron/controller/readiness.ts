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
}

/** Whether prints can be asked for at all. What only one printer lacks is no reason: its own status says it. */
export function readinessOf({ isSafeMode, disk, databaseLog, clock, drawing, recovery, printing, unusable }: ReadinessRooms): Readiness {
  const reasons: Readiness['reasons'] = [];
  if (isSafeMode) reasons.push({ code: 'safe-mode', detail: 'After repeated crashes the controller only reads until it is restarted.' });
  if (disk.refusal && disk.fault !== undefined) reasons.push({ code: disk.refusal, detail: disk.fault });
  if (clock.look() === 'doubtful') {
    reasons.push({ code: 'clock-doubtful', detail: 'Nothing is printed until the clock of the controller is set right or confirmed.' });
  }
  if (drawing.fault !== undefined) {
    reasons.push({ code: 'drawing-down', detail: `No label can be drawn, which is tried again every few seconds: ${drawing.fault}` });
  }
  if (recovery.doubt !== undefined) reasons.push({ code: 'recovery-unconfirmed', detail: recovery.doubt });
  if (printing.isStopping) reasons.push({ code: 'stopping', detail: 'The controller is stopping.' });
  return {
    status: reasons.length === 0 ? 'ready' : 'not-ready',
    reasons,
    warnings: [...(databaseLog.isStuck ? [{ code: 'log-stuck' as const, detail: LOG_STUCK }] : []), ...unusableWarnings(unusable)],
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
