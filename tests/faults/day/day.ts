import { Random } from '#support/random.ts';
import type { Order } from '../fault-run.ts';
import { DayRun } from './day-run.ts';
import { planDay } from './day-plan.ts';
import { DayPlant, EVERY, LINES } from './day-plant.ts';
import { DayReceivers } from './day-receivers.ts';

const MINUTE = 60_000;

/** A day of eight lines that is compressed into so many minutes of real time. At its end, everything that counts it has the same counts. */
export async function day({ amount, seed, tell }: Order): Promise<string> {
  const missing = DayReceivers.missing();
  if (missing !== undefined) throw new Error(missing);
  const random = new Random(seed);
  const plan = planDay({ seed, length: amount * MINUTE, lines: LINES, every: EVERY });
  const receivers = await DayReceivers.start(new Random(random.whole(0, 1e9)));
  const plant = await DayPlant.build({ rows: Math.ceil(plan.length / EVERY), random });
  const run = new DayRun({ plant, receivers, plan, seed, tell });
  let isOver = false;
  try {
    const figures = await run.run();
    isOver = true;
    return `a day in ${amount} minutes; ${figures}`;
  } finally {
    if (!isOver) tell(`the evidence is in ${plant.site.folder} and ${plant.orderFolder}`);
    await plant.close(!isOver);
    await receivers.close();
  }
}
