import { join } from 'node:path';
import { coderKind } from '../coders/coder-kind.ts';
import { DeviceConnection } from '../connection/device-connection.ts';
import { ModbusClient } from '../connection/modbus/modbus-client.ts';
import { frameModbus } from '../connection/modbus/modbus-frames.ts';
import { HitachiCoder } from './hitachi-coder.ts';
import { HitachiPrinter } from './hitachi-printer.ts';
import { LayoutFile } from './layout-file.ts';

/** In the engine's folder: where the coder may hold a value. */
const LAYOUT_FILE = 'items.json';

/** Hitachi continuous inkjet coders with Modbus TCP. */
export const hitachiKind = coderKind({
  ...{ kind: 'hitachi', type: 'Hitachi coder', proof: 'count', needsDetector: true },
  connect: ({ engine: { host, port, unit } }, { timers, frames, folder, checkFolder }, { onOpen, onClosed }) => {
    const link = new DeviceConnection({ host, port, framing: frameModbus, timers, frames, onOpen, onClosed });
    const printer = new HitachiPrinter(new ModbusClient({ connection: link, unit }));
    const layoutFile = new LayoutFile({ file: join(folder, LAYOUT_FILE), checkFolder });
    return { link, coder: new HitachiCoder({ printer, layoutFile, timers }) };
  },
});
