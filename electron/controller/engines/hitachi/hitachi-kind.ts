import { EngineConfigError } from '../engine-config-error.ts';
import type { EngineKind } from '../engine-kind.ts';

/** Hitachi continuous inkjet coders with Modbus TCP. */
export const hitachiKind: EngineKind<'hitachi'> = {
  kind: 'hitachi',
  type: 'Hitachi coder',
  shape: 'fields',
  proof: 'count',
  tried: 'emulator',
  hasProductDetector: true,
  make() {
    throw new EngineConfigError('not built yet');
  },
  test() {
    throw new EngineConfigError('not built yet');
  },
};
