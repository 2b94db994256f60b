import type { PrintEngine } from './engine.ts';
import type { EngineSurroundings } from './surroundings.ts';
import { makeVirtualEngine } from './virtual/virtual-engine.ts';

const MAKERS = new Map<string, (surroundings: EngineSurroundings) => PrintEngine>([['virtual', makeVirtualEngine]]);

/** Makes an engine of a kind. Throws when the kind is not known or its config cannot be understood. */
export function makeEngine(kind: string, surroundings: EngineSurroundings): PrintEngine {
  const make = MAKERS.get(kind);
  if (!make) throw new Error(`there is no engine of the kind "${kind}"; known: ${[...MAKERS.keys()].join(', ')}`);
  return make(surroundings);
}
