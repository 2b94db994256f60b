import { join } from 'node:path';
import type { PrinterTest } from '#contract/api-v3/printer-configuration.ts';
import { singleInkTarget } from '../configured-properties.ts';
import { CoderEngine } from '../coders/coder-engine.ts';
import { testCoder } from '../coders/coder-test.ts';
import type { CoderLink, CoderLinkEvents } from '../coders/coder.ts';
import { DeviceConnection } from '../connection/device-connection.ts';
import { ModbusClient } from '../connection/modbus/modbus-client.ts';
import { frameModbus } from '../connection/modbus/modbus-frames.ts';
import { EngineConfigError } from '../engine-config-error.ts';
import type { ConfigurationWith, EngineDeps, EngineKind } from '../engine-kind.ts';
import { HitachiCoder } from './hitachi-coder.ts';
import { HitachiPrinter } from './hitachi-printer.ts';
import { LayoutFile } from './layout-file.ts';

const TYPE = 'Hitachi coder';
/** In the engine's folder: where the coder may hold a value. */
const LAYOUT_FILE = 'items.json';

/** Hitachi continuous inkjet coders with Modbus TCP. */
export const hitachiKind: EngineKind<'hitachi'> = {
  kind: 'hitachi',
  type: TYPE,
  shape: 'fields',
  proof: 'count',
  tried: 'emulator',
  hasProductDetector: true,
  make(configuration, deps) {
    if (configuration.productDetector !== 'device') {
      const text = 'a Hitachi coder prints only for the product sensor that is connected to it: choose device';
      throw new EngineConfigError(text, undefined, '/productDetector');
    }
    return new CoderEngine({
      ...deps,
      ...{ configuration, type: TYPE, address: addressOf(configuration) },
      ...{ proof: 'count', depth: 1, identifies: true, keepsValues: true },
      connect: (events) => connect(configuration, deps, events),
    });
  },
  test,
};

async function test(configuration: ConfigurationWith<'hitachi'>, deps: EngineDeps): Promise<PrinterTest> {
  singleInkTarget(configuration);
  const { timers, expected } = deps;
  return testCoder({
    ...{ timers, expected, address: addressOf(configuration), proof: 'count', what: 'a Hitachi coder with Modbus TCP' },
    connect: (events) => connect(configuration, deps, events),
  });
}

function connect(
  configuration: ConfigurationWith<'hitachi'>,
  { timers, frames, folder, checkFolder }: EngineDeps,
  { onOpen, onClosed }: CoderLinkEvents,
): { link: CoderLink; coder: HitachiCoder } {
  const { host, port, unit } = configuration.engine;
  const link = new DeviceConnection({ host, port, framing: frameModbus, timers, frames, onOpen, onClosed });
  const printer = new HitachiPrinter(new ModbusClient({ connection: link, unit }));
  const layoutFile = new LayoutFile({ file: join(folder, LAYOUT_FILE), checkFolder });
  return { link, coder: new HitachiCoder({ printer, layoutFile, timers }) };
}

function addressOf({ engine: { host, port } }: ConfigurationWith<'hitachi'>): string {
  return `${host}:${port}`;
}
