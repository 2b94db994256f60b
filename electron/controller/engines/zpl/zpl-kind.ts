import { EngineConfigError } from '../engine-config-error.ts';
import type { EngineKind } from '../engine-kind.ts';
import { testZplPrinter } from './zpl-test.ts';
import { ZplEngine } from './zpl-engine.ts';
import { ZPL_TYPE } from './zpl-properties.ts';

/** The value of `color` for a printer with four inks. */
const FOUR_INKS = 'CMYK';

/** Label printers that understand ZPL II. */
export const zplKind: EngineKind<'zpl'> = {
  kind: 'zpl',
  type: ZPL_TYPE,
  shape: 'bitmap',
  proof: 'count',
  tried: 'emulator',
  hasProductDetector: false,
  make(configuration, deps) {
    if (configuration.color === FOUR_INKS)
      throw new EngineConfigError('A label printer has one ink: "color" must not be CMYK.', undefined, '/color');
    return new ZplEngine({ ...deps, configuration });
  },
  test: testZplPrinter,
};
