import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '#support/random.ts';
import { refuse, type Order } from '../fault-run.ts';
import { printerUrl } from '../lines.ts';
import { startDevices, type Device } from './devices.ts';
import { PacedCustomer } from './paced-customer.ts';
import { findFaults, type Evidence, type LedgerPrint } from './judge.ts';
import type { Sheet } from './paper.ts';
import { EngineTally } from './tally.ts';
import { Site, type EngineCount, type SitePrinter } from './site.ts';
import { VirtualMarks } from './virtual-marks.ts';

const VIRTUAL_DEPTH = 8;
const VIRTUAL: SitePrinter = {
  name: 'Virtual printer',
  letter: 'V',
  engine: { kind: 'virtual', warmUp: 0, bufferDepth: VIRTUAL_DEPTH, dotsPerSupply: 1e15 },
};
/** Shares of the rounds in which the controller is killed, and in which the device of each printer suffers. */
const KILLS = 0.7;
const DEVICE_FAULTS = 0.6;
/** Share of the rounds before which a person prints a test label at the panel. */
const TESTS = 0.05;
/** Milliseconds from the first trigger of a round to a fault, and how long the fault lasts: longer than an answer may take. */
const BEFORE_FAULT = { least: 0, most: 1_200 };
const FAULT_LASTS = { least: 20, most: 3_500 };
/** The most milliseconds from the end of a silence until older packets arrive. */
const OLDER_AFTER = 3_000;
const REPORT_EVERY = 10;
/** Milliseconds between two looks at a count. */
const LOOK_EVERY = 10;
/** A device that is idle at so many looks in a row prints nothing more. */
const STILL_LOOKS = 5;

type DeviceFault = 'power' | 'power, unnoticed' | 'cable' | 'silence';
const DEVICE_FAULT_KINDS: readonly DeviceFault[] = ['power', 'power, unnoticed', 'cable', 'silence'];

interface DeviceFaultPlan {
  kind: DeviceFault;
  after: number;
  lasts: number;
  /** After a silence: when what was sent before still arrives. */
  olderAfter: number;
}

interface Printer {
  site: SitePrinter;
  /** Absent for the virtual printer, which is a part of the controller. */
  device?: Device;
  /** Undefined: it proves no prints and says nothing about what it holds. */
  depth: number | undefined;
  tally: EngineTally;
  acknowledged: string[];
  tests: number;
  /** What came out of it. */
  readSheets: (prints: readonly LedgerPrint[]) => Promise<readonly Sheet[]>;
}

/**
 * Kills controllers, cuts the power of devices and pulls their cables, at random moments while unique codes are printed by every kind of
 * engine, until each engine has suffered `amount` faults. After each round everything goes on, the paper is read, and a person settles what
 * is unknown.
 */
export async function engines({ amount, seed, tell }: Order): Promise<string> {
  const random = new Random(seed);
  const devices = await startDevices();
  const sites = [
    VIRTUAL,
    ...devices.map(({ printer: name, engine, letter, productDetector, depth, message }) => ({
      ...{ name, engine, letter },
      ...(productDetector && depth !== undefined && { productDetector, mayHold: depth }),
      ...(message && { message }),
    })),
  ];
  const site = new Site(sites);
  let isOver = false;
  try {
    await site.start();
    await site.furnish();
    const marks = new VirtualMarks(site.folder, { printer: VIRTUAL.name, position: site.position(VIRTUAL.name) });
    const printers: Printer[] = [
      { ...aPrinter(VIRTUAL, VIRTUAL_DEPTH), readSheets: async (prints) => marks.read(prints) },
      ...devices.map((device, index) => ({
        ...aPrinter(sites[index + 1]!, device.depth),
        device,
        readSheets: () => device.paper.read(),
      })),
    ];
    for (let round = 1; printers.some(({ tally }) => tally.faults < amount); round += 1) {
      await new Round({ site, printers, random, number: round }).run();
      if (round % REPORT_EVERY === 0)
        tell(`round ${round}: ${printers.map(({ site: { name }, tally }) => `${name} ${tally.faults}`).join(', ')}`);
    }
    isOver = true;
    return printers.map(({ site: { name }, tally }) => `${name}: ${tally.line()}`).join('; ');
  } finally {
    if (!isOver) tell(`the evidence is in ${site.folder}`);
    await site.close(!isOver);
    for (const device of devices) {
      await device.cutPower();
      await device.cable.unplug();
    }
  }
}

function aPrinter(site: SitePrinter, depth: number | undefined): Omit<Printer, 'readSheets'> {
  return { site, depth, tally: new EngineTally(), acknowledged: [], tests: 0 };
}

interface RoundOptions {
  site: Site;
  printers: readonly Printer[];
  random: Random;
  number: number;
}

/** Prints on all printers, lets faults happen, and judges once everything goes on. */
class Round {
  readonly #options: RoundOptions;
  readonly #faults = new Map<Printer, number>();

  constructor(options: RoundOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { site, printers } = this.#options;
    await site.ready();
    await this.#printTest();
    await this.#suffer();
    await site.start();
    await site.ready();
    for (const printer of printers) await this.#judge(printer);
    refuse(site.findLedgerFaults());
  }

  /** The plan of the round is drawn before anything happens, so that a seed repeats it. */
  async #suffer(): Promise<void> {
    const { site, printers, random, number } = this.#options;
    const hasKill = random.fraction() < KILLS;
    const kill = { after: random.whole(BEFORE_FAULT.least, BEFORE_FAULT.most), lasts: random.whole(0, FAULT_LASTS.most) };
    const plans = printers.map((printer) => ({ printer, ...this.#draw(), isHit: random.fraction() < DEVICE_FAULTS }));
    const customers = printers.flatMap((printer) => {
      const { name, letter, mayHold } = printer.site;
      printer.device?.holdProducts?.(false);
      if (mayHold !== undefined) return [];
      const customer = new PacedCustomer(printerUrl(site.url, name), `${number}-${letter}`);
      return [{ printer, customer, ended: customer.trigger() }];
    });
    const faults = plans.map(async ({ printer, isHit, ...plan }) => {
      if (isHit && printer.device) await this.#harm(printer, printer.device, plan);
    });
    const killed = hasKill ? this.#kill(kill) : wait(BEFORE_FAULT.most);
    await Promise.all([...faults, killed]);
    for (const { customer } of customers) customer.stop();
    await Promise.all(customers.map(({ ended }) => ended));
    for (const { printer, customer } of customers) printer.acknowledged.push(...customer.acknowledged);
    for (const { device } of printers) device?.holdProducts?.(true);
  }

  #draw(): DeviceFaultPlan {
    const { random } = this.#options;
    return {
      kind: random.pick(DEVICE_FAULT_KINDS),
      after: random.whole(BEFORE_FAULT.least, BEFORE_FAULT.most),
      lasts: random.whole(FAULT_LASTS.least, FAULT_LASTS.most),
      olderAfter: random.whole(0, OLDER_AFTER),
    };
  }

  async #kill({ after, lasts }: { after: number; lasts: number }): Promise<void> {
    const { site, printers } = this.#options;
    await wait(after);
    await site.kill();
    for (const printer of printers) this.#count(printer, 'kill');
    await wait(lasts);
    await site.start();
  }

  async #harm(printer: Printer, device: Device, { kind, after, lasts, olderAfter }: DeviceFaultPlan): Promise<void> {
    await wait(after);
    this.#count(printer, kind);
    // Without power a device does not end its connections: the other side gets no answer.
    if (kind === 'silence' || kind === 'power, unnoticed') device.cable.goSilent();
    if (kind === 'power' || kind === 'power, unnoticed') await device.cutPower();
    if (kind === 'cable') await device.cable.unplug();
    await wait(lasts);
    if (kind === 'power' || kind === 'power, unnoticed') await device.powerOn();
    if (kind === 'cable') await device.cable.plugIn();
    await device.cable.recover(olderAfter);
  }

  #count(printer: Printer, kind: string): void {
    printer.tally.countFault(kind);
    this.#faults.set(printer, (this.#faults.get(printer) ?? 0) + 1);
  }

  /** A person prints at the panel while nothing is printed, and accepts the count. */
  async #printTest(): Promise<void> {
    const { site, printers, random } = this.#options;
    for (const printer of printers) {
      const { device } = printer;
      // The count of a device that holds a value does not tell a test from its print.
      if (!device?.printTest || device.holdProducts || random.fraction() >= TESTS) continue;
      device.printTest();
      printer.tests += 1;
      const { name } = printer.site;
      while ((await site.count(name)).counted !== device.count?.()) await wait(LOOK_EVERY);
      await site.acceptCount(name);
    }
  }

  async #judge(printer: Printer): Promise<void> {
    const { site } = this.#options;
    const { name } = printer.site;
    await isStill(printer.device);
    const prints = site.prints(name);
    const sheets = await printer.readSheets(prints);
    refuse(findFaults({ ...this.#rules(printer), prints, sheets, ...this.#rows(name, prints) }));
    printer.tally.look(prints, sheets);
    for (const { id, state, serial } of prints) {
      if (state === 'unknown') await site.resolve(id, sheets.some((sheet) => sheet.serial === serial) ? 'printed' : 'void');
    }
    await this.#compareCounts(printer);
  }

  /** What is expected of the printer in this round. The count of the virtual printer settles every print. */
  #rules(printer: Printer): Pick<Evidence, 'printer' | 'acknowledged' | 'maxUnknown' | 'mayHold' | 'isProven' | 'count'> {
    const { device, depth, tests, acknowledged } = printer;
    const faults = this.#faults.get(printer) ?? 0;
    return {
      printer: printer.site.name,
      acknowledged,
      mayHold: printer.site.mayHold ?? 0,
      maxUnknown: device ? (depth ?? 1) * faults : 0,
      isProven: depth !== undefined,
      ...(device?.count && { count: { counted: device.count(), tests } }),
    };
  }

  #rows(name: string, prints: readonly LedgerPrint[]): Pick<Evidence, 'rowsBefore' | 'owed'> {
    const last = prints.reduce((latest, { serial }) => (serial > latest ? serial : latest), '');
    return { rowsBefore: this.#options.site.serialsBefore(name, last), owed: this.#options.site.owed(name) };
  }

  /** A device that is being cleared says its count afterwards. */
  async #readCount(name: string): Promise<EngineCount> {
    const { site } = this.#options;
    await site.ready();
    return site.count(name);
  }

  /** Once nothing is unknown, prints explain the whole count of the device. */
  async #compareCounts({ site: { name }, device }: Printer): Promise<void> {
    if (!device?.count) return;
    const { counted, explained } = await this.#readCount(name);
    if (counted === device.count() && explained === counted) return;
    refuse([`${name}: the device counts ${device.count()}, the controller reads ${counted} and explains ${explained}`]);
  }
}

/** A person looks at the paper when nothing comes out any more. */
async function isStill(device: Device | undefined): Promise<void> {
  for (let looks = 0; looks < STILL_LOOKS; looks = device?.isBusy?.() ? 0 : looks + 1) await wait(LOOK_EVERY);
}
