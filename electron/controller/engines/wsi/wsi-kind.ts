import { EngineConfigError } from '../engine-config-error.ts';
import type { EngineKind } from '../engine-kind.ts';

/** Videojet continuous inkjet coders that understand WSI. */
export const wsiKind: EngineKind<'wsi'> = {
  kind: 'wsi',
  type: 'Videojet inkjet coder',
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
