import type { PrinterTest } from '#contract/api-v3/printer-configuration.ts';
import type { ConfigurationWith, EngineDeps, EngineKind } from '../engine-kind.ts';
import { EngineConfigError } from '../engine-config-error.ts';
import { singleInkTarget } from '../configured-properties.ts';
import { acknowledgementOf, encoderOf } from './raw-config.ts';
import { RAW_TYPE, RawEngine } from './raw-engine.ts';
import { openLink } from './raw-link.ts';

const TEST_LIMIT = 8_000;

/** Devices that take rows of dots, or a text around them, on a port. */
export const rawKind: EngineKind<'raw'> = {
  kind: 'raw',
  type: RAW_TYPE,
  shape: 'bitmap',
  proof: 'ack',
  tried: 'emulator',
  hasProductDetector: false,
  make: (configuration, deps) => new RawEngine(configuration, deps),
  test: async (configuration, deps) => {
    try {
      return await test(configuration, deps);
    } catch (error) {
      if (error instanceof EngineConfigError) throw error;
      return { reachable: false, reason: error instanceof Error ? error.message : String(error), errors: [] };
    }
  },
};

async function test(configuration: ConfigurationWith<'raw'>, { timers }: EngineDeps): Promise<PrinterTest> {
  const { engine } = configuration;
  singleInkTarget(configuration);
  encoderOf(engine);
  const pattern = acknowledgementOf(engine);
  const late = new AbortController();
  const limit = timers.setTimeout(() => late.abort(new Error('no answer in time')), TEST_LIMIT);
  try {
    const link = await openLink(engine, { onData: () => undefined, onEnd: () => undefined }, late.signal);
    link.close();
  } finally {
    timers.clearTimeout(limit);
  }
  const errors = engine.protocol === 'udp' ? ['Over UDP it is not known whether the device is there.'] : [];
  return { reachable: true, state: 'STARTED', errors, proof: pattern ? 'ack' : 'none' };
}
