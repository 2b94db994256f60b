import { setTimeout as wait } from 'node:timers/promises';
import { callApi } from '#support/call-api.ts';
import { Random } from '#support/random.ts';
import type { Device } from '../engines/devices.ts';
import { printerUrl } from '../lines.ts';
import { drawDeviceTrouble, LASTS } from './device-troubles.ts';
import { EXTERNAL_STOP, VIRTUAL_PRINTER, type Plant } from './plant.ts';

/** Milliseconds from one trouble of a printer or module to the next. */
const BETWEEN = { least: 1_000, most: 12_000 };
/** The most milliseconds from the end of a silence until older packets arrive. */
const OLDER_AFTER = 1_000;
const LOOK_EVERY = 50;
/** Longer than the controller waits for an answer of a module, in milliseconds. */
const LATE = 2_500;
/** More answers than a reading of a module takes: everything that it has counted was read. */
const A_READING = 12;
const SLOWEST = 2.5;
const GARBAGE = Buffer.from('ffff0000000701030401020304', 'hex');
/** What happens to the simulated printer. The first ones last until a person ends them; an empty supply is filled. */
const LASTING = ['cover-open', 'viscosity', 'temperature', 'slow-confirmation'];
const PASSING = ['purge', 'ink-out', 'lost-confirmation', 'power-cut'];

/** Lets things happen to a plant, each kind of thing with random numbers of its own. */
export class Troubles {
  /** How often each trouble happened. */
  readonly counts = new Map<string, number>();
  /** By printer: what may have left prints of it unknown. */
  readonly ofPrinters = new Map<string, number>();
  readonly #plant: Plant;
  readonly #randoms = new Map<string, Random>();
  readonly #seed: number;

  constructor(plant: Plant, seed: number) {
    this.#plant = plant;
    this.#seed = seed;
  }

  /** Lets things happen until it is over. Resolves when the last one has ended. */
  async run(isOver: () => boolean): Promise<void> {
    const { devices } = this.#plant;
    const actors: [string, (random: Random) => Promise<void>][] = [
      ...devices.map((device): [string, (random: Random) => Promise<void>] => [device.printer, (random) => this.#harm(device, random)]),
      [VIRTUAL_PRINTER, (random) => this.#harmVirtual(random)],
      ['counting module', (random) => this.#harmModule(random)],
      ['plain module', (random) => this.#cutPlain(random)],
      ['external stop', (random) => this.#stopOutside(random)],
      ['speed', (random) => this.#changeSpeed(random)],
    ];
    await Promise.all(
      actors.map(async ([name, act]) => {
        const random = this.#randomOf(name);
        while (await this.#pause(random, isOver)) await act(random);
      }),
    );
  }

  /** Counts a trouble. One of a printer may leave prints of it unknown. */
  count(kind: string, printer?: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    if (printer !== undefined) this.countUncertain(printer);
  }

  /** Something happened that may leave prints of this printer unknown. */
  countUncertain(printer: string): void {
    this.ofPrinters.set(printer, (this.ofPrinters.get(printer) ?? 0) + 1);
  }

  /** The same numbers for the same name and seed, whatever else happens. */
  #randomOf(name: string): Random {
    const found = this.#randoms.get(name) ?? new Random([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), this.#seed) | 0);
    this.#randoms.set(name, found);
    return found;
  }

  /** Returns false when it is over. */
  async #pause(random: Random, isOver: () => boolean): Promise<boolean> {
    for (let left = random.whole(BETWEEN.least, BETWEEN.most); left > 0 && !isOver(); left -= LOOK_EVERY) await wait(LOOK_EVERY);
    return !isOver();
  }

  async #harm(device: Device, random: Random): Promise<void> {
    const { kind, begin, lasts } = drawDeviceTrouble(device, random);
    this.count(kind, device.printer);
    const olderAfter = random.whole(0, OLDER_AFTER);
    const end = await begin(device, olderAfter);
    await wait(lasts);
    await end();
  }

  async #harmVirtual(random: Random): Promise<void> {
    const { site } = this.#plant;
    const fault = random.pick([...LASTING, ...PASSING]);
    const lasts = random.whole(LASTS.least, LASTS.most);
    const path = () => printerUrl(site.url, VIRTUAL_PRINTER);
    this.count(fault, VIRTUAL_PRINTER);
    await site.whileRunning(async () => void (await callApi('POST', `${path()}/faults`, { fault, seconds: lasts / 1_000 })));
    await wait(lasts);
    if (LASTING.includes(fault)) await this.#untilDone(async () => void (await callApi('DELETE', `${path()}/faults/${fault}`)));
    if (fault === 'ink-out') await this.#untilDone(async () => void (await callApi('POST', `${path()}/inkSupplies/IS1/refill`)));
  }

  /** A person tries it until a controller runs. */
  async #untilDone(act: () => Promise<void>): Promise<void> {
    while (!(await this.#plant.site.whileRunning(act))) await wait(LOOK_EVERY);
  }

  async #harmModule(random: Random): Promise<void> {
    const { emulator } = this.#plant.counting;
    const kind = random.pick(['module cut', 'module frozen', 'module garbage', 'module late', 'module unplugged', 'module restarted']);
    const lasts = random.whole(LASTS.least, LASTS.most);
    this.count(kind);
    if (kind === 'module cut') emulator.cut();
    if (kind === 'module frozen') emulator.freeze();
    if (kind === 'module garbage') emulator.babble(GARBAGE);
    if (kind === 'module restarted') await this.#restartModule();
    if (kind === 'module late') {
      emulator.behaviour.delay = LATE;
      await wait(lasts);
      emulator.behaviour.delay = 0;
    }
    if (kind === 'module unplugged') {
      await emulator.stop();
      await wait(lasts);
      await emulator.start();
    }
  }

  /** What a module without power has counted and was not read is lost: no product passes for a moment. */
  async #restartModule(): Promise<void> {
    const { counting, conveyors } = this.#plant;
    const restart = async (): Promise<void> => {
      await counting.answered(A_READING);
      counting.emulator.restart();
    };
    const act = [...conveyors.values()].reduce<() => Promise<void>>((inner, conveyor) => () => conveyor.whileEmpty(inner), restart);
    await act();
  }

  /** It does not count: no product is in front of its detector when the connection ends. */
  async #cutPlain(_random: Random): Promise<void> {
    const { plain, conveyors } = this.#plant;
    this.count('plain module cut');
    await conveyors.get('Raw without')?.whileEmpty(async () => {
      plain.emulator.cut();
      await plain.answered(A_READING);
    });
  }

  async #stopOutside(random: Random): Promise<void> {
    const { plain, lines } = this.#plant;
    const { inputs } = plain.emulator.tables;
    this.count('external stop');
    for (const printer of lines[1]?.printers ?? []) this.countUncertain(printer);
    inputs[EXTERNAL_STOP] = true;
    await wait(random.whole(LASTS.least, LASTS.most));
    inputs[EXTERNAL_STOP] = false;
  }

  async #changeSpeed(random: Random): Promise<void> {
    this.count('speed change');
    for (const conveyor of this.#plant.conveyors.values()) conveyor.slowness = 1 + (SLOWEST - 1) * random.fraction();
  }
}
