import type { EngineKindName } from '#contract/api-v3/engine.ts';
import { singleInkTarget } from '../configured-properties.ts';
import { EngineConfigError } from '../engine-config-error.ts';
import type { ConfigurationWith, EngineDeps, EngineKind } from '../engine-kind.ts';
import { CoderEngine } from './coder-engine.ts';
import { testCoder } from './coder-test.ts';
import type { CoderLinkEvents, CoderTraits, ConnectedCoder } from './coder.ts';

export interface CoderKindOptions<Kind extends EngineKindName> {
  kind: Kind;
  /** The model that is shown when the configuration names none. */
  type: string;
  proof: CoderTraits['proof'];
  /** Whether it prints for its own product detector only, and cannot be told to print. */
  needsDetector: boolean;
  /** Makes a coder and its connection, which is not started. */
  connect: (configuration: ConfigurationWith<Kind>, deps: EngineDeps, events: CoderLinkEvents) => ConnectedCoder;
}

/** A kind of coders that draw a stored message on board. */
export function coderKind<Kind extends EngineKindName>(options: CoderKindOptions<Kind>): EngineKind<Kind> {
  const { kind, type, proof, needsDetector, connect } = options;
  return {
    ...{ kind, type, proof },
    shape: 'fields',
    tried: 'emulator',
    hasProductDetector: true,
    make: (configuration, deps) => {
      if (needsDetector && configuration.productDetector !== 'device') {
        const reason = 'this kind of coder prints when its own product detector sees a product, and cannot be told to print: choose device';
        throw new EngineConfigError(reason, undefined, '/productDetector');
      }
      return new CoderEngine({ ...deps, configuration, type, connect: (events) => connect(configuration, deps, events) });
    },
    test: async (configuration, deps) => {
      singleInkTarget(configuration);
      return testCoder({ ...deps, connect: (events) => connect(configuration, deps, events) });
    },
  };
}
