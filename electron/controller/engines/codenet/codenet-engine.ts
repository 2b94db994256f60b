import { CoderEngine } from '../single-value-coders/coder-engine.ts';
import type { ConfigurationWith, EngineDeps } from '../engine-kind.ts';
import { frameCodenet, type CodenetMessage } from './codenet-frames.ts';
import { CodenetProtocol } from './codenet-protocol.ts';
import { findMessageFault } from './codenet-values.ts';

export const CODENET_TYPE = 'Domino coder';

/** Drives a Domino continuous inkjet coder. It holds one block of values, prints it once and reports the print. */
export class CodenetEngine extends CoderEngine<CodenetMessage> {
  constructor(configuration: ConfigurationWith<'codenet'>, deps: EngineDeps) {
    const { engine, productDetector } = configuration;
    super({
      ...deps,
      configuration,
      ...{ host: engine.host, port: engine.port, type: CODENET_TYPE },
      framing: frameCodenet,
      makeProtocol: (connection) => new CodenetProtocol({ connection, givesPrintGo: productDetector === 'none' }),
      isPrintReport: ({ kind }) => kind === 'report',
      findMessageFault,
    });
  }
}
