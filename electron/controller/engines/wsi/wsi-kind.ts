import { testCoder } from '../single-value-coders/coder-test.ts';
import type { EngineKind } from '../engine-kind.ts';
import { WSI_TYPE, WsiEngine } from './wsi-engine.ts';
import { frameWsi } from './wsi-frames.ts';
import { WsiProtocol } from './wsi-protocol.ts';

/** Videojet continuous inkjet coders that understand WSI. */
export const wsiKind: EngineKind<'wsi'> = {
  kind: 'wsi',
  type: WSI_TYPE,
  shape: 'fields',
  proof: 'count',
  tried: 'emulator',
  hasProductDetector: true,
  make: (configuration, deps) => new WsiEngine(configuration, deps),
  test: ({ engine: { host, port } }, deps) =>
    testCoder({ ...{ host, port, proof: 'count', framing: frameWsi }, makeProtocol: (connection) => new WsiProtocol(connection) }, deps),
};
