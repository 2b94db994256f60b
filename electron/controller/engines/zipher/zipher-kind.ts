import { EngineConfigError } from '../engine-config-error.ts';
import type { EngineKind } from '../engine-kind.ts';

/** Videojet thermal transfer, thermal inkjet and laser coders that understand the Zipher text protocol. */
export const zipherKind: EngineKind<'zipher'> = {
  kind: 'zipher',
  type: 'Videojet coder',
  shape: 'fields',
  proof: 'id',
  tried: 'emulator',
  hasProductDetector: true,
  make() {
    throw new EngineConfigError('not built yet');
  },
  test() {
    throw new EngineConfigError('not built yet');
  },
};
