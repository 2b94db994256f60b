import { CoderEngine } from '../single-value-coders/coder-engine.ts';
import { EngineConfigError } from '../engine-config-error.ts';
import type { ConfigurationWith, EngineDeps } from '../engine-kind.ts';
import { frameWsi, type WsiMessage } from './wsi-frames.ts';
import { WsiProtocol } from './wsi-protocol.ts';
import { findMessageFault } from './wsi-values.ts';

export const WSI_TYPE = 'Videojet inkjet coder';

/** Drives a Videojet continuous inkjet coder. It has one set of values, prints them on each product, and counts its prints. */
export class WsiEngine extends CoderEngine<WsiMessage> {
  /** Throws an `EngineConfigError` for a printer without a product detector of its own: the protocol has no print go. */
  constructor(configuration: ConfigurationWith<'wsi'>, deps: EngineDeps) {
    const { engine, productDetector } = configuration;
    if (productDetector !== 'device') {
      const reason = 'this kind of coder prints when its own product detector sees a product, and cannot be told to print: choose device';
      throw new EngineConfigError(reason, undefined, '/productDetector');
    }
    super({
      ...deps,
      configuration,
      ...{ host: engine.host, port: engine.port, type: WSI_TYPE },
      framing: frameWsi,
      makeProtocol: (connection) => new WsiProtocol(connection),
      findMessageFault,
    });
  }
}
