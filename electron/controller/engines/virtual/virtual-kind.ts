import type { EngineKind } from '../engine-kind.ts';
import { virtualConfigOf } from './virtual-config.ts';
import { VirtualEngine } from './virtual-engine.ts';

/** A simulated printer for training and tests: its prints are PNG files in the data folder. */
export const virtualKind: EngineKind<'virtual'> = {
  kind: 'virtual',
  type: 'Strobe',
  shape: 'bitmap',
  proof: 'id',
  tried: 'device',
  hasProductDetector: true,
  make: (configuration, deps) => new VirtualEngine({ config: virtualConfigOf(configuration), ...deps }),
  test: async ({ engine }) => ({
    reachable: true,
    identity: { model: engine.model },
    state: 'STARTED',
    errors: [],
    proof: 'id',
  }),
};
