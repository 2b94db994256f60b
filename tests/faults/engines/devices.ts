import { Cable } from '#support/cable.ts';
import { PagePrinter } from '#support/ipp-printer/page-printer.ts';
import { RAW_ACKNOWLEDGEMENT, RAW_TEMPLATE, RawPrinter } from '#support/raw-printer.ts';
import { CodenetEmulator } from '../../../electron/emulators/codenet/codenet-emulator.ts';
import type { CoderEmulator } from '../../../electron/emulators/coders/coder-emulator.ts';
import type { CoderMark } from '../../../electron/emulators/coders/print-head.ts';
import { WsiEmulator } from '../../../electron/emulators/wsi/wsi-emulator.ts';
import { ZplEmulator } from '../../../electron/emulators/zpl/zpl-emulator.ts';
import { Paper } from './paper.ts';

export const DPI = 300;
/** Milliseconds for one print, by kind. */
const PRINT_TIME = { zpl: 120, ipp: 120, raw: 15, coder: 40 };

/** A device on a network cable, with paper. */
export interface Device {
  /** The name of its printer in the controller. */
  readonly printer: string;
  /** The first letter of its serials. */
  readonly letter: string;
  /** The engine in the printer's configuration. */
  readonly engine: Readonly<Record<string, unknown>>;
  /** The name of the field that gets the serial, for a device that draws on board and detects its products. */
  readonly field?: string;
  readonly paper: Paper;
  readonly cable: Cable;
  powerOn(): Promise<void>;
  /** Connections and prints in its memory are lost; what is on the paper stays. */
  cutPower(): Promise<void>;
  /** Whether it still prints what it got; absent where the controller knows that. */
  readonly isBusy?: () => boolean;
  /** Its own count of whole labels, if it has one. */
  readonly count?: () => number;
  /** A person prints a test label at its panel. */
  readonly printTest?: () => void;
}

type Port = () => number;

/** A device of each kind, which are on and connected. */
export async function startDevices(): Promise<Device[]> {
  const devices = [
    labelPrinter(),
    pagePrinter(),
    rawPrinter('Raw with acknowledgement', true),
    rawPrinter('Raw without', false),
    domino(),
    videojet(),
  ];
  const started: Device[] = [];
  for (const { make, port } of devices) {
    const cable = new Cable(port);
    await cable.plugIn();
    const device = make(cable);
    await device.powerOn();
    started.push(device);
  }
  return started;
}

interface Plan {
  port: Port;
  make: (cable: Cable) => Device;
}

function labelPrinter(): Plan {
  const paper = new Paper(DPI);
  const emulator = new ZplEmulator({
    printTime: PRINT_TIME.zpl,
    onSheet: ({ kind, picture }) => {
      if (kind !== 'test') paper.add(picture, kind === 'label');
    },
  });
  return {
    port: () => emulator.port,
    make: (cable) => ({
      printer: 'Label printer',
      letter: 'Z',
      engine: { kind: 'zpl', host: '127.0.0.1', port: cable.port },
      paper,
      cable,
      powerOn: () => emulator.restorePower(),
      cutPower: () => emulator.cutPower(),
      count: () => emulator.mechanism.count,
      printTest: () => emulator.mechanism.printTests(1),
    }),
  };
}

function pagePrinter(): Plan {
  const paper = new Paper(DPI);
  const printer = new PagePrinter({ dpi: DPI, printTime: PRINT_TIME.ipp, onPage: ({ picture, isWhole }) => paper.add(picture, isWhole) });
  return {
    port: () => printer.port,
    make: (cable) => ({
      printer: 'Page printer',
      letter: 'I',
      engine: { kind: 'ipp', url: `ipp://127.0.0.1:${cable.port}/ipp/print` },
      paper,
      cable,
      powerOn: () => printer.powerOn(),
      cutPower: () => printer.cutPower(),
    }),
  };
}

function rawPrinter(name: string, acknowledges: boolean): Plan {
  const paper = new Paper(DPI);
  const onPrint = ({ picture, isWhole }: Parameters<ConstructorParameters<typeof RawPrinter>[0]['onPrint']>[0]) =>
    paper.add(picture, isWhole);
  const printer = new RawPrinter({ printTime: PRINT_TIME.raw, acknowledges, onPrint });
  const acknowledge = acknowledges ? { acknowledge: RAW_ACKNOWLEDGEMENT } : {};
  return {
    port: () => printer.port,
    make: (cable) => ({
      printer: name,
      letter: acknowledges ? 'A' : 'N',
      engine: {
        kind: 'raw',
        protocol: 'tcp',
        host: '127.0.0.1',
        port: cable.port,
        format: 'template',
        template: RAW_TEMPLATE,
        ...acknowledge,
      },
      paper,
      cable,
      powerOn: () => printer.powerOn(),
      cutPower: () => printer.cutPower(),
      isBusy: () => printer.isBusy,
    }),
  };
}

function domino(): Plan {
  const paper = new Paper(DPI);
  const emulator = new CodenetEmulator({ ...coderTimes(), onMark: (mark) => addMark(paper, mark) });
  return coder({ emulator, paper, printer: 'Domino coder', letter: 'D', kind: 'codenet', field: '1' });
}

function videojet(): Plan {
  const paper = new Paper(DPI);
  const emulator = new WsiEmulator({ ...coderTimes(), onMark: (mark) => addMark(paper, mark) });
  return coder({ emulator, paper, printer: 'Videojet coder', letter: 'W', kind: 'wsi', field: 'SERIAL' });
}

interface CoderPlan extends Pick<Device, 'printer' | 'letter' | 'paper'> {
  emulator: CoderEmulator;
  kind: string;
  field: string;
}

function coder({ emulator, kind, ...device }: CoderPlan): Plan {
  return {
    port: () => emulator.port,
    make: (cable) => ({
      ...device,
      engine: { kind, host: '127.0.0.1', port: cable.port },
      cable,
      powerOn: () => emulator.restorePower(),
      cutPower: () => emulator.cutPower(),
      count: () => emulator.head.count,
      printTest: () => emulator.head.printTests(1),
    }),
  };
}

function coderTimes(): { productTime: number; printTime: number } {
  return { productTime: PRINT_TIME.coder, printTime: PRINT_TIME.coder };
}

function addMark(paper: Paper, { kind, values: [serial = ''] }: CoderMark): void {
  if (kind !== 'test') paper.addText(serial, kind === 'whole');
}
