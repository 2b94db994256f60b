import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '#support/random.ts';
import { Violation, type Order } from '../fault-run.ts';
import { contentOf } from './content.ts';
import { InjuredStation } from './injured-station.ts';
import { injure, sparesOf } from './injure.ts';
import { copyOrigin, makeOrigin, type Origin } from './origin.ts';
import { described, ENDINGS, planDamage, type Ending, type Plan } from './plan.ts';
import { judgeDamage, type Seen, type Verdict } from './verdict.ts';

/** Stations at a time: starting one leaves a core idle. */
const STATIONS = 2;
const TOLD_EVERY = 25;
/** Hundreds of folders: on a disk of memory they take less time. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const NO_PLAN: Omit<Plan, 'ending'> = { faults: [] };

/** A folder before it is damaged, and what stands in it once a controller has started on it. */
interface Sound {
  origin: Origin;
  content: ReadonlyMap<string, string>;
}

/** Damages copies of two data folders in ways that follow from the seed, and starts a controller on each. */
export async function damaged({ amount, seed, tell }: Order): Promise<string> {
  const room = mkdtempSync(join(MEMORY, 'strobe-damaged-'));
  const counts = new Map<Verdict, number>();
  try {
    const yard = await Yard.open(room);
    const numbers = numbersFrom(seed, amount);
    let done = 0;
    const ends = await Promise.allSettled(
      Array.from({ length: STATIONS }, async () => {
        for (const number of numbers) {
          // Where one fails, the numbers end for all: the others end with the case that they are at.
          const verdict = await yard.suffer(number);
          counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
          done += 1;
          if (done % TOLD_EVERY === 0) tell(`${done} cases: ${figures(counts)}`);
        }
      }),
    );
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
  return `${amount} damaged folders: ${figures(counts)}; 0 serials twice, 0 losses that a check could have seen without a word, 0 crash loops`;
}

function* numbersFrom(first: number, amount: number): Generator<number> {
  for (let index = 0; index < amount; index += 1) yield first + index;
}

/** Where folders are copied, damaged and started on. */
class Yard {
  readonly #room: string;
  readonly #sound: ReadonlyMap<Ending, Sound>;
  readonly #other: Origin;

  private constructor(room: string, sound: ReadonlyMap<Ending, Sound>, other: Origin) {
    this.#room = room;
    this.#sound = sound;
    this.#other = other;
  }

  static async open(room: string): Promise<Yard> {
    const [stopped, killed, other] = await Promise.all([
      makeOrigin(made(room, 'stopped'), 'stopped'),
      makeOrigin(made(room, 'killed'), 'killed'),
      makeOrigin(made(room, 'other'), 'killed'),
    ]);
    const sound = new Map<Ending, Sound>();
    for (const origin of [stopped, killed]) sound.set(origin.ending, { origin, content: soundContent(room, origin) });
    const yard = new Yard(room, sound, other);
    for (const ending of ENDINGS) await yard.#refuseUnsound(ending);
    return yard;
  }

  /** Throws a `Violation`. The number is the seed of this case alone. */
  async suffer(number: number): Promise<Verdict> {
    const random = new Random(number);
    const plan = planDamage(random);
    const seen = await this.#see(plan, { number, random });
    const { verdict, faults } = judgeDamage(plan, seen);
    if (faults.length > 0) throw new Violation([`case ${number} (${described(plan)}; ${verdict}):`, ...faults].join('\n'));
    return verdict;
  }

  /** A folder that nobody has damaged is whole: else this run would prove nothing. */
  async #refuseUnsound(ending: Ending): Promise<void> {
    const plan: Plan = { ...NO_PLAN, ending };
    const seen = await this.#see(plan, { number: 0, random: new Random(0) });
    const { verdict, faults } = judgeDamage(plan, seen);
    if (verdict !== 'whole' || faults.length > 0) throw new Error(`a sound folder is ${verdict}: ${JSON.stringify(seen)}`);
  }

  async #see(plan: Plan, { number, random }: { number: number; random: Random }): Promise<Seen> {
    const sound = this.#sound.get(plan.ending);
    if (!sound) throw new Error(`there is no folder that was ${plan.ending}`);
    const folder = join(this.#room, `case-${number}`);
    copyOrigin(sound.origin, folder);
    try {
      injure(folder, plan, { random, spares: sparesOf(sound.origin, this.#other) });
      return await new InjuredStation(folder, sound.content).live(plan.act);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Read from a copy: a reader takes part in the recovery of a log. */
function soundContent(room: string, origin: Origin): Map<string, string> {
  const folder = join(room, `sound-${origin.ending}`);
  copyOrigin(origin, folder);
  const content = contentOf(join(folder, 'controller.db'));
  rmSync(folder, { recursive: true });
  return content;
}

function made(room: string, name: string): string {
  const folder = join(room, name);
  mkdirSync(folder);
  return folder;
}

const WORDS: Readonly<Record<Verdict, string>> = {
  whole: 'whole',
  restored: 'restored from a backup',
  asked: 'asked a person first',
  refused: 'did not start and said what to do',
  unseen: 'with damage that no check sees',
};

function figures(counts: ReadonlyMap<Verdict, number>): string {
  return Object.entries(WORDS)
    .map(([verdict, words]) => `${counts.get(verdict as Verdict) ?? 0} ${words}`)
    .join(', ');
}
