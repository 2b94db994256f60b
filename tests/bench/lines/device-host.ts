import { PagePrinter } from '#support/ipp-printer/page-printer.ts';
import { RawPrinter } from '#support/raw-printer.ts';
import { ZplEmulator } from '../../../electron/emulators/zpl/zpl-emulator.ts';
import { CodenetEmulator } from '../../../electron/emulators/codenet/codenet-emulator.ts';
import { HitachiEmulator } from '../../../electron/emulators/hitachi/hitachi-emulator.ts';
import { WsiEmulator } from '../../../electron/emulators/wsi/wsi-emulator.ts';
import { ZipherEmulator } from '../../../electron/emulators/zipher/zipher-emulator.ts';
import { isCoder, type CoderKind, type DeviceKind, type HostOrder, type HostReport } from './devices.ts';

/** A device of this process: where it listens, and how many whole prints have come out of it. */
interface HostedDevice {
  kind: DeviceKind;
  port: number;
  marks: () => number;
  /** No product comes any more. Present on coders. */
  hold?: () => void;
}

const DPI = 300;

/** Keeps the list of what came out of a device short: it is not looked at. */
function forget(list: unknown[]): void {
  setInterval(() => list.splice(0), 1_000);
}

async function startCoder(kind: CoderKind, printTime: number): Promise<HostedDevice> {
  let marks = 0;
  const onMark = ({ kind: mark }: { kind: string }) => void (marks += mark === 'whole' ? 1 : 0);
  const onPrint = ({ kind: print }: { kind: string }) => void (marks += print === 'label' ? 1 : 0);
  if (kind === 'codenet' || kind === 'wsi') {
    const coder = new (kind === 'wsi' ? WsiEmulator : CodenetEmulator)({ productTime: printTime, printTime, onMark });
    await coder.start();
    forget(coder.marks);
    return { kind, port: coder.port, marks: () => marks, hold: () => coder.head.hold('waiting') };
  }
  const coder = new (kind === 'zipher' ? ZipherEmulator : HitachiEmulator)({ printTime, onPrint });
  await coder.start();
  forget(coder.prints);
  return { kind, port: coder.port, marks: () => marks, hold: () => coder.mechanism.hold(true) };
}

/** The program of the devices' own process. The first message says how many of each kind; `hold` stops the products of the coders; every other one asks for the marks. */
async function start(kind: DeviceKind, printTime: number): Promise<HostedDevice> {
  if (isCoder(kind)) return startCoder(kind, printTime);
  let marks = 0;
  const onPrint = ({ isWhole }: { isWhole: boolean }) => void (marks += isWhole ? 1 : 0);
  if (kind === 'zpl') {
    const emulator = new ZplEmulator({ printTime, onSheet: ({ kind: sheet }) => onPrint({ isWhole: sheet === 'label' }) });
    await emulator.start();
    forget(emulator.paper);
    return { kind, port: emulator.port, marks: () => marks };
  }
  const printer =
    kind === 'ipp' ? new PagePrinter({ dpi: DPI, printTime, onPage: onPrint }) : new RawPrinter({ printTime, acknowledges: true, onPrint });
  await printer.powerOn();
  return { kind, port: printer.port, marks: () => marks };
}

const devices: HostedDevice[] = [];

async function answer(order: HostOrder | 'marks' | 'hold'): Promise<void> {
  if (order === 'hold') for (const { hold } of devices) hold?.();
  if (typeof order !== 'string') {
    for (const { kind, count, printTime } of order.devices) {
      for (let made = 0; made < count; made += 1) devices.push(await start(kind, printTime));
    }
  }
  const report: HostReport = devices.map(({ kind, port, marks }) => ({ kind, port, marks: marks() }));
  process.send?.(report);
}

process.on('message', (order: HostOrder | 'marks' | 'hold') => {
  answer(order).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.on('disconnect', () => process.exit(0));
