import { setTimeout as wait } from 'node:timers/promises';
import { callApi } from '#support/call-api.ts';
import { Random } from '#support/random.ts';
import type { Device } from '../engines/devices.ts';
import { drawDeviceTrouble, LASTS } from '../line/device-troubles.ts';
import type { ReadModule } from '../line/io-modules.ts';
import { printerUrl } from '../lines.ts';
import type { DayLine, DayPlant } from './day-plant.ts';

/** Milliseconds from the end of one trouble of a line to the next. */
const BETWEEN = { least: 2_000, most: 16_000 };
/** The most milliseconds from the end of a silence until older packets arrive. */
const OLDER_AFTER = 1_000;
const LOOK_EVERY = 50;
/** What happens to simulated printers: it ends by itself, lasts until a person ends it, or until the supply is filled. */
const VIRTUAL_TROUBLES = ['cover-open', 'viscosity', 'temperature', 'purge', 'ink-out', 'power-cut', 'lost-confirmation'];
const LASTING = ['cover-open', 'viscosity', 'temperature'];

/** Lets things happen to the printers and to the modules of the detectors, each with random numbers of its own. */
export class DayTroubles {
  readonly counts = new Map<string, number>();
  readonly #plant: DayPlant;
  readonly #seed: number;

  constructor(plant: DayPlant, seed: number) {
    this.#plant = plant;
    this.#seed = seed;
  }

  /** Lets things happen until it is over. Resolves when the last one has ended. */
  async run(isOver: () => boolean): Promise<void> {
    const { lines } = this.#plant;
    const acts: ((random: Random) => Promise<void>)[] = [
      ...lines.map((line) => (random: Random) => (line.device ? this.#harm(line.device, random) : this.#harmVirtual(line, random))),
      ...this.#plant.modules.map((module) => (random: Random) => this.#unplug(module, random)),
    ];
    await Promise.all(
      acts.map(async (act, index) => {
        const random = new Random(this.#seed * acts.length + index);
        while (await pause(random, isOver)) await act(random);
      }),
    );
  }

  #count(kind: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  async #harm(device: Device, random: Random): Promise<void> {
    const { kind, begin, lasts } = drawDeviceTrouble(device, random);
    this.#count(kind);
    const end = await begin(device, random.whole(0, OLDER_AFTER));
    await wait(lasts);
    await end();
  }

  async #harmVirtual({ printer }: DayLine, random: Random): Promise<void> {
    const fault = random.pick(VIRTUAL_TROUBLES);
    const lasts = random.whole(LASTS.least, LASTS.most);
    const path = (): string => printerUrl(this.#plant.site.url, printer.name);
    this.#count(fault);
    await this.#plant.site.whileRunning(async () => void (await callApi('POST', `${path()}/faults`, { fault, seconds: lasts / 1_000 })));
    await wait(lasts);
    if (LASTING.includes(fault)) await this.#untilDone(async () => void (await callApi('DELETE', `${path()}/faults/${fault}`)));
    if (fault === 'ink-out') await this.#untilDone(async () => void (await callApi('POST', `${path()}/inkSupplies/IS1/refill`)));
  }

  /** What it counts meanwhile is read afterwards. */
  async #unplug({ emulator }: ReadModule, random: Random): Promise<void> {
    this.#count('module unplugged');
    await emulator.stop();
    await wait(random.whole(LASTS.least, LASTS.most));
    await emulator.start();
  }

  /** A person tries it until a controller runs. */
  async #untilDone(act: () => Promise<void>): Promise<void> {
    while (!(await this.#plant.site.whileRunning(act))) await wait(LOOK_EVERY);
  }
}

/** Returns false when it is over. */
async function pause(random: Random, isOver: () => boolean): Promise<boolean> {
  for (let left = random.whole(BETWEEN.least, BETWEEN.most); left > 0 && !isOver(); left -= LOOK_EVERY) await wait(LOOK_EVERY);
  return !isOver();
}
