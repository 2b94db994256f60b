import type { PrinterTest } from '#contract/api-v3/printer-configuration.ts';
import { singleInkTarget } from '../configured-properties.ts';
import { CoderEngine } from '../coders/coder-engine.ts';
import { testCoder } from '../coders/coder-test.ts';
import type { CoderLink, CoderLinkEvents } from '../coders/coder.ts';
import { DeviceConnection } from '../connection/device-connection.ts';
import type { ConfigurationWith, EngineDeps, EngineKind } from '../engine-kind.ts';
import { ZipherCoder } from './zipher-coder.ts';
import { frameLine } from './zipher-messages.ts';

const TYPE = 'Videojet coder';
/** Values that the device holds: one is ready when the product after the next one comes. */
const DEPTH = 2;

/** Videojet thermal transfer, thermal inkjet and laser coders that understand the Zipher text protocol. */
export const zipherKind: EngineKind<'zipher'> = {
  kind: 'zipher',
  type: TYPE,
  shape: 'fields',
  proof: 'id',
  tried: 'emulator',
  hasProductDetector: true,
  make: (configuration, deps) =>
    new CoderEngine({
      ...deps,
      ...{ configuration, type: TYPE, address: addressOf(configuration) },
      ...{ proof: 'id', identifies: false, keepsValues: false },
      // While it is told to print it takes no further value.
      depth: hasPrintCommand(configuration) ? 1 : DEPTH,
      connect: (events) => connect(configuration, deps, events),
    }),
  test,
};

async function test(configuration: ConfigurationWith<'zipher'>, deps: EngineDeps): Promise<PrinterTest> {
  singleInkTarget(configuration);
  const { timers, expected } = deps;
  return testCoder({
    ...{ timers, expected, address: addressOf(configuration), proof: 'id', what: 'a device that understands the Zipher text protocol' },
    connect: (events) => connect(configuration, deps, events),
  });
}

function connect(
  configuration: ConfigurationWith<'zipher'>,
  { timers, frames }: EngineDeps,
  { onOpen, onClosed, onPrint }: CoderLinkEvents,
): { link: CoderLink; coder: ZipherCoder } {
  const { host, port } = configuration.engine;
  const takeUnsolicited = (line: string): boolean => coder.take(line);
  const link = new DeviceConnection({ host, port, framing: frameLine, timers, frames, onOpen, onClosed, takeUnsolicited });
  const coder = new ZipherCoder({ connection: link, hasPrintCommand: hasPrintCommand(configuration), onPrint });
  return { link, coder };
}

/** Without a product detector the device is told to print each value. */
function hasPrintCommand({ productDetector }: ConfigurationWith<'zipher'>): boolean {
  return productDetector === 'none';
}

function addressOf({ engine: { host, port } }: ConfigurationWith<'zipher'>): string {
  return `${host}:${port}`;
}
