import type { Connection } from '#contract/station/connections.ts';
import type { FleetPrinter } from '#contract/station/fleet.ts';
import type { Condition } from './alarm-condition.ts';

const REFUSALS = { certificate: 'controller-untrusted', key: 'controller-locked', other: 'controller-refused' } as const;

/** On-delay for a controller that has not answered since the station started, in milliseconds: it may be starting too. */
const FIRST_ANSWER = 15_000;

/** The conditions of a connection and of the controller itself, without those of its printers. */
export function connectionConditions({ id, state, reason, refusal, unusable, ...controller }: Connection): Condition[] {
  const condition = (kind: Condition['kind'], detail = ''): Condition => ({ kind, connection: id, printer: null, subject: '', detail });
  const found: Condition[] = [];
  if (controller.isFolderLost) return [condition('controller-folder-lost', reason ?? '')];
  if (state === 'lost') found.push(condition('controller-lost', reason ?? ''));
  // Without a reason the first attempt has not ended yet.
  if (state === 'connecting' && reason !== null) found.push({ ...condition('controller-lost', reason), onDelay: FIRST_ANSWER });
  if (state === 'refused') found.push(condition(REFUSALS[refusal ?? 'other'], reason ?? ''));
  return [...found, ...healthKinds(controller).map((kind) => condition(kind)), ...unusableConditions(id, unusable)];
}

function healthKinds({
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

/** One condition for each stored item that the controller cannot use. */
function unusableConditions(connection: string, unusable: Connection['unusable'] = []): Condition[] {
  return unusable.map(({ kind, name, reason }) => ({
    ...{ kind: 'content-unusable' as const, connection, printer: null },
    ...{ subject: `${kind} "${name}"`, detail: reason },
  }));
}

/** A printer without recent values, while its controller is online. A lost controller is one alarm instead of one for each printer. */
export function staleCondition({ state }: Connection, { connection, name, stale, reason }: FleetPrinter): Condition[] {
  if (state !== 'online' || !stale) return [];
  return [{ kind: 'printer-stale', connection, printer: name, subject: '', detail: reason ?? '' }];
}
