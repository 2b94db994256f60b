import { EngineConfigError } from '../engine-config-error.ts';
import type { EngineKind } from '../engine-kind.ts';

/** Domino continuous inkjet coders that understand Codenet. */
export const codenetKind: EngineKind<'codenet'> = {
  kind: 'codenet',
  type: 'Domino coder',
  shape: 'fields',
  proof: 'ack',
  tried: 'emulator',
  hasProductDetector: true,
  make() {
    throw new EngineConfigError('not built yet');
  },
  test() {
    throw new EngineConfigError('not built yet');
  },
};
