import type { EngineConfigurationOf } from '#contract/api-v3/engine.ts';
import { printerConfigurationSchema } from '#contract/api-v3/printer-configuration.ts';
import type { ConfigurationWith, EngineDeps } from '#controller/engines/engine-kind.ts';
import { FrameLog } from '#controller/engines/frame-log.ts';
import { rawKind } from '#controller/engines/raw/raw-kind.ts';
import { silentLog } from '#process/log.ts';
import { DeviceClock } from '#support/device-clock.ts';
import { PICTURE, PLAIN_DEVICE, type EngineRig, type RigDevice } from './engine-rig.ts';
import { bitmapOfRows } from './packed-rows.ts';
import { RawDevice, type RawPrint, type RawProtocol } from './raw-device.ts';

const ROW = PICTURE.width / 8;
const SIZE = ROW * PICTURE.height;

/** Pictures of one size, one after the other. */
const ROWS: RawProtocol['take'] = (bytes) => {
  if (bytes.length < SIZE) return undefined;
  const rows = Buffer.from(bytes.subarray(0, SIZE));
  return { length: SIZE, print: { id: rows.readUInt32BE(), rows } };
};

/** A text around each picture. Anything else is skipped. */
const TEMPLATE: RawProtocol['take'] = (bytes) => {
  const text = bytes.toString('latin1');
  const match = /\x02(\d+) (\d+)x(\d+)\/(\d+) ([0-9A-F]*)\x03\r\n/.exec(text);
  if (!match) return undefined;
  const [all, id, width, height, row, hex = ''] = match;
  const rows = Buffer.from(hex, 'hex');
  const isWhole = Number(width) === PICTURE.width && Number(height) === PICTURE.height && Number(row) === ROW && rows.length === SIZE;
  const length = match.index + all.length;
  return isWhole ? { length, print: { id: Number(id), rows } } : { length, print: { id: -1, rows } };
};

type RawEngineConfiguration = Partial<EngineConfigurationOf<'raw'>>;

interface Variant {
  engine: RawEngineConfiguration;
  protocol: RawProtocol;
}

const VARIANTS = {
  'rows with acknowledgement': {
    engine: { acknowledge: 'MADE\\r\\n' },
    protocol: { take: ROWS, acknowledgement: () => 'MADE\r\n', noise: 'MAD\xff\x00\r\nmade\r\nREADY\r\n' },
  },
  'template with acknowledgement': {
    engine: {
      format: 'template',
      template: '{stx}{id} {width}x{height}/{bytesPerRow} {rowsHex}{etx}{cr}{lf}',
      acknowledge: '\\x06\\d+;',
    },
    protocol: { take: TEMPLATE, acknowledgement: ({ id }: RawPrint) => `\x06${id};`, noise: '\x15;7;\x06;' },
  },
  'rows by UDP': { engine: { protocol: 'udp' }, protocol: { take: ROWS, noise: 'READY' } },
} satisfies Record<string, Variant>;
export type RawVariant = keyof typeof VARIANTS;

/** An engine and its device on a free port, with one clock. */
export async function makeRawRig(variant: RawVariant): Promise<EngineRig> {
  const { engine, protocol }: Variant = VARIANTS[variant];
  const clock: DeviceClock = new DeviceClock(() => device.traffic);
  const device = new RawDevice(clock, protocol);
  await (engine.protocol === 'udp' ? device.bind() : device.listen());
  const deps: EngineDeps = { folder: '', now: () => clock.now, timers: clock, log: silentLog, frames: new FrameLog(() => clock.now) };
  const configuration = printerConfigurationSchema.parse({
    engine: { kind: 'raw', host: '127.0.0.1', port: device.port, ...engine },
    dpi: PICTURE.dpi,
    ...{ physicalWidth: 100, height: 10 },
  }) as ConfigurationWith<'raw'>;
  const make = () => rawKind.make(configuration, deps);
  return {
    engine: make(),
    device: rigDevice(device),
    clock,
    identity: () => undefined,
    expectedIdentity: undefined,
    offline: /^The device is not connected: .+\.$/,
    test: () => rawKind.test(configuration, deps),
    another: make,
    stop: () => device.powerOff(),
  };
}

function rigDevice(device: RawDevice): RigDevice {
  return {
    ...PLAIN_DEVICE,
    marks: () => device.made.map(({ id }) => id),
    pictures: () => device.made.map(({ rows }) => bitmapOfRows(rows, { ...PICTURE, rowSize: ROW, ink: 1 })),
    connections: () => device.connections,
    hold: () => device.hold(true),
    release: () => device.hold(false),
    cutPower: () => device.powerOff(),
    restorePower: () => device.listen(),
    unplug: () => device.disconnect(),
    plugIn: () => device.listen(),
    freeze: () => device.freeze(),
    delay: (duration) => (device.delay = duration),
    babble: () => device.babble(),
    split: (bytes) => (device.pieceSize = bytes),
    merge: (isMerging) => (device.isMerging = isMerging),
  };
}
