import { testCoder } from '../single-value-coders/coder-test.ts';
import type { EngineKind } from '../engine-kind.ts';
import { CODENET_TYPE, CodenetEngine } from './codenet-engine.ts';
import { frameCodenet } from './codenet-frames.ts';
import { CodenetProtocol } from './codenet-protocol.ts';

/** Domino continuous inkjet coders that understand Codenet. */
export const codenetKind: EngineKind<'codenet'> = {
  kind: 'codenet',
  type: CODENET_TYPE,
  shape: 'fields',
  proof: 'ack',
  tried: 'emulator',
  hasProductDetector: true,
  make: (configuration, deps) => new CodenetEngine(configuration, deps),
  test: ({ engine: { host, port } }, deps) =>
    testCoder(
      {
        ...{ host, port, proof: 'ack', framing: frameCodenet },
        makeProtocol: (connection) => new CodenetProtocol({ connection, givesPrintGo: false }),
      },
      deps,
    ),
};
