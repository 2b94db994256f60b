import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '#support/random.ts';
import type { PlantLine } from './plant-line.ts';
import type { PlantSite } from './plant-site.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
/** Milliseconds from one trouble to the next. */
const PAUSE = [200, 2_400] as const;
/** So many controllers may be down at once: their starts share the processors of the run. */
const MOST_DOWN = 2;

/** By their weights. */
const KINDS = [
  ...Array.from({ length: 5 }, () => 'kill' as const),
  ...Array.from({ length: 3 }, () => 'instance' as const),
  'database' as const,
  ...Array.from({ length: 2 }, () => 'cut' as const),
  ...Array.from({ length: 2 }, () => 'unplug' as const),
  ...Array.from({ length: 2 }, () => 'silence' as const),
  ...Array.from({ length: 3 }, () => 'slow' as const),
  ...Array.from({ length: 3 }, () => 'clock' as const),
  ...Array.from({ length: 2 }, () => 'backup' as const),
  'restore' as const,
];
export type Trouble = (typeof KINDS)[number];

/** Faults of controllers, networks and the plant, at random moments, in the order that the seed decides. */
export class Troubles {
  readonly #random: Random;
  readonly #site: PlantSite;
  readonly #lines: readonly PlantLine[];
  /** What has a fault now: a process or a network. */
  readonly #busy = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();
  readonly counts: Record<Trouble, number> = {
    ...{ kill: 0, instance: 0, database: 0, cut: 0, unplug: 0, silence: 0, slow: 0, clock: 0, backup: 0, restore: 0 },
  };

  constructor(random: Random, { site, lines }: { site: PlantSite; lines: readonly PlantLine[] }) {
    this.#random = random;
    this.#site = site;
    this.#lines = lines;
  }

  /** Resolves when it is over and everything works again. Rejects if something cannot be started, restored or backed up. */
  async make(isOver: () => boolean): Promise<void> {
    let failure: unknown;
    while (!isOver() && failure === undefined) {
      await wait(this.#random.whole(...PAUSE));
      const kind = this.#random.pick(KINDS);
      const made = this.#begin(kind)?.catch((error: unknown) => (failure ??= error));
      if (!made) continue;
      const noted = made.then(() => void this.#underWay.delete(noted));
      this.#underWay.add(noted);
    }
    await Promise.all(this.#underWay);
    if (failure !== undefined) throw failure;
  }

  /** Undefined if what it would hit has a fault already. */
  #begin(kind: Trouble): Promise<void> | undefined {
    const random = this.#random;
    const line = random.pick(this.#lines);
    const length = random.fraction();
    switch (kind) {
      case 'database':
        return this.#hit(kind, 'database', async () => {
          await this.#site.server.kill();
          await wait(between(SECOND, 6 * SECOND, length));
          await this.#site.server.start();
        });
      case 'instance':
        return this.#hitInstance(random.whole(0, this.#site.instances - 1), length);
      case 'cut':
      case 'unplug':
      case 'silence':
      case 'slow':
        return this.#hit(kind, `network of ${line.name}`, () => this.#hitNetwork(kind, line, length));
      default:
        return this.#hitController(kind, line, length);
    }
  }

  #hitInstance(instance: number, length: number): Promise<void> | undefined {
    return this.#hit('instance', `instance ${instance}`, async () => {
      await this.#site.killInstance(instance);
      await wait(between(SECOND / 2, 5 * SECOND, length));
      await this.#site.startInstance(instance);
    });
  }

  async #hitNetwork(kind: 'cut' | 'unplug' | 'silence' | 'slow', { cable }: PlantLine, length: number): Promise<void> {
    if (kind === 'cut') return cable.cut();
    if (kind === 'unplug') {
      await cable.unplug();
      await wait(between(SECOND, 15 * SECOND, length));
      return cable.plugIn();
    }
    if (kind === 'silence') {
      cable.goSilent();
      await wait(between(SECOND, 12 * SECOND, length));
      return cable.recover(SECOND);
    }
    cable.bytesPerSecond = between(2_000, 20_000, length);
    await wait(between(5 * SECOND, 20 * SECOND, length));
    cable.bytesPerSecond = undefined;
  }

  #hitController(kind: 'kill' | 'clock' | 'backup' | 'restore', line: PlantLine, length: number): Promise<void> | undefined {
    const ahead = this.#clockAhead();
    const how = this.#random.pick(['service', 'command'] as const);
    const down = [...this.#busy].filter((busy) => busy.startsWith('controller')).length;
    if (down >= MOST_DOWN) return undefined;
    const actual = kind === 'restore' && !line.hasBackup() ? 'backup' : kind;
    return this.#hit(actual, `controller of ${line.name}`, async () => {
      if (actual === 'clock') line.setClock(ahead);
      else if (actual === 'backup') await line.backUp();
      else if (actual === 'restore') await line.restore(how);
      else {
        await line.kill();
        await wait(between(0, 3 * SECOND, length));
        await line.start();
      }
    });
  }

  /** Back to the right time, a step of hours, or one of more than a month. */
  #clockAhead(): number {
    const random = this.#random;
    const sign = random.pick([-1, 1]);
    return random.pick([0, sign * random.whole(SECOND, 20 * HOUR), sign * random.whole(SECOND, 20 * HOUR), sign * 40 * DAY]);
  }

  #hit(kind: Trouble, what: string, work: () => Promise<void>): Promise<void> | undefined {
    if (this.#busy.has(what)) return undefined;
    this.#busy.add(what);
    this.counts[kind] += 1;
    return work().finally(() => this.#busy.delete(what));
  }
}

function between(least: number, most: number, share: number): number {
  return Math.round(least + share * (most - least));
}
