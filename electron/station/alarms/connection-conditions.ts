import type { Connection } from '#contract/station/connections.ts';
import type { FleetPrinter } from '#contract/station/fleet.ts';
import type { Condition } from './condition.ts';

const REFUSALS = { certificate: 'controller-untrusted', key: 'controller-locked', other: 'controller-refused' } as const;

/** A controller that was never reached since the station started may be starting itself, for so long. */
const FIRST_ANSWER = 15_000;

/** What is wrong with the way to a controller and with the controller itself, as far as it said. */
export function connectionConditions({ id, state, reason, refusal, unusable, ...controller }: Connection): Condition[] {
  const say = (kind: Condition['kind'], detail = ''): Condition => ({ kind, connection: id, printer: null, subject: '', detail });
  const found: Condition[] = [];
  if (controller.isFolderLost) return [say('controller-folder-lost', reason ?? '')];
  if (state === 'lost') found.push(say('controller-lost', reason ?? ''));
  // One whose first attempt is still under way is no alarm.
  if (state === 'connecting' && reason !== null) found.push({ ...say('controller-lost', reason), onDelay: FIRST_ANSWER });
  if (state === 'refused') found.push(say(REFUSALS[refusal ?? 'other'], reason ?? ''));
  return [...found, ...saidByController(controller).map((kind) => say(kind)), ...unusableConditions(id, unusable)];
}

function saidByController({
  safeMode,
  clock,
  isLogStuck,
  isDrawingDown,
}: Pick<Connection, 'safeMode' | 'clock' | 'isLogStuck' | 'isDrawingDown'>): Condition['kind'][] {
  const kinds: [Condition['kind'], boolean | undefined][] = [
    ['controller-safe-mode', safeMode],
    ['clock-doubtful', clock === 'doubtful'],
    ['controller-drawing-down', isDrawingDown],
    ['controller-log-stuck', isLogStuck],
    ['clock-stepped', clock === 'stepped'],
  ];
  return kinds.flatMap(([kind, holds]) => (holds ? [kind] : []));
}

/** One for each thing that a controller has stored and cannot use. */
function unusableConditions(connection: string, unusable: Connection['unusable'] = []): Condition[] {
  return unusable.map(({ kind, name, reason }) => ({
    ...{ kind: 'content-unusable' as const, connection, printer: null },
    ...{ subject: `${kind} "${name}"`, detail: reason },
  }));
}

/** Values that are too old, while the controller itself answers: when it does not, that is the one alarm for all its printers. */
export function staleCondition({ state }: Connection, { connection, name, stale, reason }: FleetPrinter): Condition[] {
  if (state !== 'online' || !stale) return [];
  return [{ kind: 'printer-stale', connection, printer: name, subject: '', detail: reason ?? '' }];
}
