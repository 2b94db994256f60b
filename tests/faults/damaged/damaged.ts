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
import { recordDamage, type Seen, type Verdict } from './verdict.ts';

/** Number of concurrent stations: starting one leaves a core idle. */
const STATIONS = 2;
const REPORT_EVERY = 25;
/** A memory file system is faster for hundreds of folders. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const NO_PLAN: Omit<Plan, 'ending'> = { faults: [] };

/** An undamaged folder, and its content after a controller has started on it. */
interface Sound {
  origin: Origin;
  content: ReadonlyMap<string, string>;
}

/** Damages copies of two data folders as the seed determines, and starts a controller on each. */
export async function damaged({ amount, seed, tell }: Order): Promise<string> {
  const workspace = mkdtempSync(join(MEMORY, 'strobe-damaged-'));
  const counts = new Map<Verdict, number>();
  try {
    const yard = await Yard.open(workspace);
    const numbers = numbersFrom(seed, amount);
    let done = 0;
    const ends = await Promise.allSettled(
      Array.from({ length: STATIONS }, async () => {
        for (const number of numbers) {
          // After a failure no further cases start; those that run are completed.
          const verdict = await yard.suffer(number);
          counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
          done += 1;
          if (done % REPORT_EVERY === 0) tell(`${done} cases: ${figures(counts)}`);
        }
      }),
    );
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
  return `${amount} damaged folders: ${figures(counts)}; 0 duplicate serials, 0 unreported losses that a check could detect, 0 crash loops`;
}

function* numbersFrom(first: number, amount: number): Generator<number> {
  for (let index = 0; index < amount; index += 1) yield first + index;
}

/** Copies, damages and starts folders. */
class Yard {
  readonly #workspace: string;
  readonly #sound: ReadonlyMap<Ending, Sound>;
  readonly #other: Origin;

  private constructor(workspace: string, sound: ReadonlyMap<Ending, Sound>, other: Origin) {
    this.#workspace = workspace;
    this.#sound = sound;
    this.#other = other;
  }

  static async open(workspace: string): Promise<Yard> {
    const [stopped, killed, other] = await Promise.all([
      makeOrigin(made(workspace, 'stopped'), 'stopped'),
      makeOrigin(made(workspace, 'killed'), 'killed'),
      makeOrigin(made(workspace, 'other'), 'killed'),
    ]);
    const sound = new Map<Ending, Sound>();
    for (const origin of [stopped, killed]) sound.set(origin.ending, { origin, content: soundContent(workspace, origin) });
    const yard = new Yard(workspace, sound, other);
    for (const ending of ENDINGS) await yard.#refuseUnsound(ending);
    return yard;
  }

  /** Runs one case. Throws a `Violation`. The number is the seed of this case alone. */
  async suffer(number: number): Promise<Verdict> {
    const random = new Random(number);
    const plan = planDamage(random);
    const seen = await this.#see(plan, { number, random });
    const { verdict, faults } = recordDamage(plan, seen);
    if (faults.length > 0) throw new Violation([`case ${number} (${described(plan)}; ${verdict}):`, ...faults].join('\n'));
    return verdict;
  }

  /** Throws unless an undamaged folder is judged to be whole; otherwise this run would prove nothing. */
  async #refuseUnsound(ending: Ending): Promise<void> {
    const plan: Plan = { ...NO_PLAN, ending };
    const seen = await this.#see(plan, { number: 0, random: new Random(0) });
    const { verdict, faults } = recordDamage(plan, seen);
    if (verdict !== 'whole' || faults.length > 0) throw new Error(`an undamaged folder is ${verdict}: ${JSON.stringify(seen)}`);
  }

  async #see(plan: Plan, { number, random }: { number: number; random: Random }): Promise<Seen> {
    const sound = this.#sound.get(plan.ending);
    if (!sound) throw new Error(`there is no folder that was ${plan.ending}`);
    const folder = join(this.#workspace, `case-${number}`);
    copyOrigin(sound.origin, folder);
    try {
      injure(folder, plan, { random, spares: sparesOf(sound.origin, this.#other) });
      return await new InjuredStation(folder, sound.content).live(plan.act);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Reads from a copy, because a reader takes part in the recovery of a WAL. */
function soundContent(workspace: string, origin: Origin): Map<string, string> {
  const folder = join(workspace, `sound-${origin.ending}`);
  copyOrigin(origin, folder);
  const content = contentOf(join(folder, 'controller.db'));
  rmSync(folder, { recursive: true });
  return content;
}

function made(workspace: string, name: string): string {
  const folder = join(workspace, name);
  mkdirSync(folder);
  return folder;
}

const WORDS: Readonly<Record<Verdict, string>> = {
  whole: 'whole',
  restored: 'restored from a backup',
  asked: 'asked a person first',
  refused: 'did not start and explained what to do',
  unseen: 'with damage that no check can detect',
};

function figures(counts: ReadonlyMap<Verdict, number>): string {
  return Object.entries(WORDS)
    .map(([verdict, words]) => `${counts.get(verdict as Verdict) ?? 0} ${words}`)
    .join(', ');
}
