import { GroupRead } from '#storage/group-read.ts';
import type { ControllerOptions } from './controller-options.ts';
import type { Counters } from './counters/counters.ts';
import { Freezing } from './jobs/freezing.ts';
import { PlanTokens } from './jobs/plan-tokens.ts';
import { Selecting, type SelectingRooms } from './jobs/selecting.ts';
import { Preflights, type PreflightRooms } from './preflight/preflights.ts';

type SelectionDeps = Omit<SelectingRooms, 'reads' | 'preflights' | 'freezing'> &
  Pick<PreflightRooms, 'fonts' | 'printers' | 'settings' | 'shiftCodes' | 'log'> & { counters: Counters };

/** What checks and plans a selection, and the pre-flights that it may have to be proved by. */
export function composeSelection({ db, drawing, now, newId }: ControllerOptions, deps: SelectionDeps) {
  const shared = { ...deps, reads: new GroupRead(db) };
  const preflights = new Preflights({ ...shared, db, drawing, now, newId });
  const selecting = new Selecting({ ...shared, preflights, freezing: new Freezing(deps) });
  return { preflights, selecting, tokens: new PlanTokens(deps) };
}
