import { EngineConfigError } from './engine-config-error.ts';
import type { PrintEngine } from './engine.ts';
import type { EngineSurroundings } from './surroundings.ts';
import { makeVirtualEngine } from './virtual/virtual-engine.ts';

const MAKERS = new Map<string, (surroundings: EngineSurroundings) => PrintEngine>([['virtual', makeVirtualEngine]]);

/** Makes an engine of a kind. Throws an `EngineConfigError` when the kind is not known or its config cannot be understood. */
export function makeEngine(kind: string, surroundings: EngineSurroundings): PrintEngine {
  const make = MAKERS.get(kind);
  if (!make) throw new EngineConfigError(`there is no engine of the kind "${kind}"; known: ${[...MAKERS.keys()].join(', ')}`);
  return make(surroundings);
}
