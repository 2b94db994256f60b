import { GroupRead } from '#storage/database/group-read.ts';
import type { ControllerOptions } from './controller-options.ts';
import type { Counters } from './counters/counters.ts';
import { Freezing } from './selection/freezing.ts';
import { PlanTokens } from './selection/plan-tokens.ts';
import { SelectionResolver, type SelectionResolverDeps } from './selection/selection-resolver.ts';
import { Preflights, type PreflightDeps } from './preflight/preflights.ts';

type SelectionDeps = Omit<SelectionResolverDeps, 'reads' | 'preflights' | 'freezing'> &
  Pick<PreflightDeps, 'fonts' | 'printers' | 'settings' | 'shiftCodes' | 'log'> & { counters: Counters };

/** Composes the modules that check and plan a selection, and the pre-flights that it may depend on. */
export function composeSelection({ db, drawing, now, newId }: ControllerOptions, deps: SelectionDeps) {
  const shared = { ...deps, reads: new GroupRead(db) };
  const preflights = new Preflights({ ...shared, db, drawing, now, newId });
  const selectionResolver = new SelectionResolver({ ...shared, preflights, freezing: new Freezing(deps) });
  return { preflights, selectionResolver, tokens: new PlanTokens(deps) };
}
