import { PagePrinter } from '#support/ipp-printer/page-printer.ts';
import { RawPrinter } from '#support/raw-printer.ts';
import { ZplEmulator } from '../../../electron/emulators/zpl/zpl-emulator.ts';
import type { DeviceKind, HostOrder, HostReport } from './devices.ts';

/** A device of this process: where it listens, and how many whole prints have come out of it. */
interface HostedDevice {
  kind: DeviceKind;
  port: number;
  marks: () => number;
}

const DPI = 300;

/** The program of the devices' own process. The first message says how many of each kind; every other one asks for the marks. */
async function start(kind: DeviceKind, printTime: number): Promise<HostedDevice> {
  let marks = 0;
  const onPrint = ({ isWhole }: { isWhole: boolean }) => void (marks += isWhole ? 1 : 0);
  if (kind === 'zpl') {
    const emulator = new ZplEmulator({ printTime, onSheet: ({ kind: sheet }) => onPrint({ isWhole: sheet === 'label' }) });
    await emulator.start();
    // The pictures are not looked at.
    setInterval(() => emulator.paper.splice(0), 1_000);
    return { kind, port: emulator.port, marks: () => marks };
  }
  const printer =
    kind === 'ipp' ? new PagePrinter({ dpi: DPI, printTime, onPage: onPrint }) : new RawPrinter({ printTime, acknowledges: true, onPrint });
  await printer.powerOn();
  return { kind, port: printer.port, marks: () => marks };
}

const devices: HostedDevice[] = [];

async function answer(order: HostOrder | 'marks'): Promise<void> {
  if (order !== 'marks') {
    for (const { kind, count, printTime } of order.devices) {
      for (let made = 0; made < count; made += 1) devices.push(await start(kind, printTime));
    }
  }
  const report: HostReport = devices.map(({ kind, port, marks }) => ({ kind, port, marks: marks() }));
  process.send?.(report);
}

process.on('message', (order: HostOrder | 'marks') => {
  answer(order).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.on('disconnect', () => process.exit(0));
