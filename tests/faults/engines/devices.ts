import { Cable } from '#support/cable.ts';
import { PagePrinter } from '#support/ipp-printer/page-printer.ts';
import { RAW_ACKNOWLEDGEMENT, RAW_TEMPLATE, RawPrinter } from '#support/raw-printer.ts';
import { CodenetEmulator } from '../../../electron/emulators/codenet/codenet-emulator.ts';
import type { CoderEmulator } from '../../../electron/emulators/coders/coder-emulator.ts';
import { fieldPrintOf } from '../../../electron/emulators/coders/print-head.ts';
import { HitachiEmulator } from '../../../electron/emulators/hitachi/hitachi-emulator.ts';
import { READY } from '../../../electron/emulators/hitachi/hitachi-mechanism.ts';
import { HITACHI_FAULTS } from '../../../electron/emulators/hitachi/mishaps.ts';
import { WsiEmulator } from '../../../electron/emulators/wsi/wsi-emulator.ts';
import { ZIPHER_FAULTS } from '../../../electron/emulators/zipher/mishaps.ts';
import { ZipherEmulator } from '../../../electron/emulators/zipher/zipher-emulator.ts';
import { FAULTS as ZPL_FAULTS } from '../../../electron/emulators/zpl/print-mechanism.ts';
import { ZplEmulator } from '../../../electron/emulators/zpl/zpl-emulator.ts';
import { FieldPaper, Paper } from './paper.ts';
import type { StoredMessage } from './site.ts';

export const DPI = 300;
/** Milliseconds for one print, by kind. */
const PRINT_TIME = { zpl: 120, ipp: 120, raw: 15, zipher: 60, hitachi: 60, codenet: 40, wsi: 40 };

/** Faults that keep these coders from printing. */
const CODENET_ERRORS = ['gutter-dry', 'makeup-empty', 'voltage-tripped', 'jet-off'] as const;
const WSI_ERRORS = ['gutter-fault', 'pump-fault', 'core-empty', 'jet-off'] as const;

/** A device on a network cable, with paper. */
export interface Device {
  /** The name of its printer in the controller. */
  readonly printer: string;
  /** The first letter of its serials. */
  readonly letter: string;
  /** The engine in the printer's configuration. */
  readonly engine: Readonly<Record<string, unknown>>;
  /** What detects the products; by default nothing does. */
  readonly productDetector?: 'device';
  /** The message that it draws, on a coder that draws on board. */
  readonly message?: StoredMessage;
  /** The most prints that it holds; undefined if it proves none. */
  readonly depth: number | undefined;
  readonly paper: Pick<Paper, 'read'>;
  readonly cable: Cable;
  powerOn(): Promise<void>;
  /** Connections and prints in its memory are lost; what is on the paper stays. */
  cutPower(): Promise<void>;
  /** Whether no product comes. Present on devices whose own product detector starts each print. */
  holdProducts?(isHeld: boolean): void;
  /** Whether it still prints what it got; absent where the controller knows that. */
  readonly isBusy?: () => boolean;
  /** Its own count of whole labels, if it has one. */
  readonly count?: () => number;
  /** A person prints a test label at its panel. */
  readonly printTest?: () => void;
  /** What can be wrong with it until a person has removed it, by name. */
  readonly errors?: Readonly<Record<string, (isOn: boolean) => void>>;
}

type Port = () => number;

/** A device of each kind, which are on and connected; only those of these printers, if they are named. */
export async function startDevices(printers?: readonly string[]): Promise<Device[]> {
  const devices = [
    ...[labelPrinter(), pagePrinter(), rawPrinter('Raw with acknowledgement', true), rawPrinter('Raw without', false)],
    ...[zipherCoder('Zipher coder', true), zipherCoder('Zipher coder told to print', false), hitachiCoder()],
    ...[codenetCoder(), wsiCoder()],
  ];
  const started: Device[] = [];
  for (const { make, port } of devices) {
    const cable = new Cable(port);
    await cable.plugIn();
    const device = make(cable);
    if (printers && !printers.includes(device.printer)) {
      await cable.unplug();
      continue;
    }
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
      depth: 1,
      engine: { kind: 'zpl', host: '127.0.0.1', port: cable.port },
      paper,
      cable,
      powerOn: () => emulator.restorePower(),
      cutPower: () => emulator.cutPower(),
      count: () => emulator.mechanism.count,
      printTest: () => emulator.mechanism.printTests(1),
      errors: Object.fromEntries(ZPL_FAULTS.map((fault) => [fault, (isOn: boolean) => emulator.mechanism.set(fault, isOn)])),
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
      depth: 1,
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
      depth: acknowledges ? 1 : undefined,
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

function zipherCoder(name: string, hasProducts: boolean): Plan {
  const paper = new FieldPaper();
  const emulator = new ZipherEmulator({ printTime: PRINT_TIME.zipher, hasProducts, onPrint: (print) => paper.add(print) });
  return {
    port: () => emulator.port,
    make: (cable) => ({
      printer: name,
      letter: hasProducts ? 'D' : 'P',
      engine: { kind: 'zipher', host: '127.0.0.1', port: cable.port },
      ...(hasProducts && { productDetector: 'device' }),
      message: { message: 'Code', field: 'Code' },
      ...(hasProducts && { holdProducts: (isHeld: boolean) => emulator.mechanism.hold(isHeld) }),
      depth: hasProducts ? 2 : 1,
      paper,
      cable,
      powerOn: () => emulator.restorePower(),
      cutPower: () => emulator.cutPower(),
      count: () => emulator.mechanism.total,
      printTest: () => emulator.mechanism.printTests(1),
      errors: errorsOf(ZIPHER_FAULTS, (fault, isOn) => emulator.mechanism.set(fault, isOn)),
    }),
  };
}

function hitachiCoder(): Plan {
  const paper = new FieldPaper();
  const emulator = new HitachiEmulator({ printTime: PRINT_TIME.hitachi, onPrint: (print) => paper.add(print) });
  return {
    port: () => emulator.port,
    make: (cable) => ({
      printer: 'Hitachi coder',
      letter: 'H',
      engine: { kind: 'hitachi', host: '127.0.0.1', port: cable.port },
      productDetector: 'device',
      message: { message: '5', field: '2' },
      holdProducts: (isHeld) => emulator.mechanism.hold(isHeld),
      depth: 1,
      paper,
      cable,
      powerOn: () => emulator.restorePower(),
      cutPower: () => emulator.cutPower(),
      count: () => emulator.mechanism.count,
      printTest: () => emulator.mechanism.printTests(1),
      errors: errorsOf(HITACHI_FAULTS, (state, isOn) => emulator.mechanism.setOperation(isOn ? state : READY)),
    }),
  };
}

function codenetCoder(): Plan {
  const paper = new FieldPaper();
  const emulator = new CodenetEmulator({ ...times(PRINT_TIME.codenet), onMark: (mark) => paper.add(fieldPrintOf(mark)) });
  const errors = Object.fromEntries(CODENET_ERRORS.map((fault) => [fault, (isOn: boolean) => emulator.set(fault, isOn)]));
  return singleValueCoder({ emulator, paper, printer: 'Codenet coder', letter: 'N', kind: 'codenet', field: '1', errors });
}

function wsiCoder(): Plan {
  const paper = new FieldPaper();
  const emulator = new WsiEmulator({ ...times(PRINT_TIME.wsi), onMark: (mark) => paper.add(fieldPrintOf(mark)) });
  const errors = Object.fromEntries(WSI_ERRORS.map((fault) => [fault, (isOn: boolean) => emulator.set(fault, isOn)]));
  return singleValueCoder({ emulator, paper, printer: 'WSI coder', letter: 'W', kind: 'wsi', field: 'SERIAL', errors });
}

interface CoderPlan extends Pick<Device, 'printer' | 'letter' | 'paper'> {
  emulator: CoderEmulator;
  kind: string;
  field: string;
  errors: NonNullable<Device['errors']>;
}

function singleValueCoder({ emulator, kind, field, ...device }: CoderPlan): Plan {
  return {
    port: () => emulator.port,
    make: (cable) => ({
      ...device,
      engine: { kind, host: '127.0.0.1', port: cable.port },
      productDetector: 'device',
      message: { message: 'CODE', field },
      holdProducts: (isHeld) => (isHeld ? emulator.head.hold('waiting') : emulator.head.release()),
      depth: 1,
      cable,
      powerOn: () => emulator.restorePower(),
      cutPower: () => emulator.cutPower(),
      count: () => emulator.head.count,
      printTest: () => emulator.head.printTests(1),
    }),
  };
}

/** An error for each fault of an emulator. */
function errorsOf<Fault>(
  faults: Readonly<Record<string, Fault>>,
  set: (fault: Fault, isOn: boolean) => void,
): NonNullable<Device['errors']> {
  return Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, (isOn: boolean) => set(fault, isOn)]));
}

function times(time: number): { productTime: number; printTime: number } {
  return { productTime: time, printTime: time };
}
