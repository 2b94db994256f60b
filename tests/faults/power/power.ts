import { Random } from '#support/random.ts';
import { refuse, Violation, type Order } from '../fault-run.ts';
import { goOnAfterCut, lookAfterCut, type Damage } from './after-cut.ts';
import { Disk } from './disk.ts';
import { Promises } from './promises.ts';
import { record, whyNotRecorded } from './record.ts';
import type { Step } from './trace.ts';

/** Number of prints in a recording: enough for several restarts of the write-ahead log. */
const MAX_PRINTS = 240;
const REPORT_EVERY = 250;
/** After one in this many cuts the controller is started on the remaining files, which takes a hundred times longer than a check. */
const GO_ON_EVERY = 100;

/**
 * Cuts the power at random moments of a recorded run. A second recording without syncs after its commits proves that losses are detected.
 */
export async function power({ amount, seed, tell }: Order): Promise<string> {
  const why = whyNotRecorded();
  if (why !== undefined) throw new Error(why);
  const prints = Math.min(MAX_PRINTS, amount);
  const synced = await cuts(await record(prints, 'synced'), { amount, seed, mayGoOn: true, tell: (line) => tell(`synced: ${line}`) });
  refuse([...synced.faults, ...synced.lost]);
  const unsynced = await cuts(await record(prints, 'unsynced'), {
    ...{ amount, seed, mayGoOn: false },
    tell: (line) => tell(`unsynced: ${line}`),
  });
  if (unsynced.cutsWithLoss === 0) throw new Violation('nothing was lost without syncs either: this run cannot detect losses');
  return [
    `${amount} cuts of ${synced.steps} steps with ${synced.acknowledged} acknowledged states: 0 records lost`,
    `the controller continued to print after ${synced.goneOn} of them, and no serial number was repeated`,
    `without syncs ${unsynced.cutsWithLoss} of ${amount} cuts lost some`,
  ].join('; ');
}

interface Cuts extends Damage {
  cutsWithLoss: number;
  steps: number;
  acknowledged: number;
  /** How often the controller was started on the remaining files. */
  goneOn: number;
}

/** Replays the steps with that many power cuts, and checks the remaining files after each. */
async function cuts(steps: readonly Step[], { amount, seed, tell, mayGoOn }: Order & { mayGoOn: boolean }): Promise<Cuts> {
  const random = new Random(seed);
  const moments = Array.from({ length: amount }, () => random.whole(0, steps.length)).sort((a, b) => a - b);
  const [disk, promises] = [new Disk(), new Promises()];
  const outcome: Cuts = { lost: [], faults: [], cutsWithLoss: 0, steps: steps.length, acknowledged: 0, goneOn: 0 };
  let done = 0;
  for (const [index, moment] of moments.entries()) {
    for (; done < moment; done += 1) {
      const step = steps[done]!;
      disk.do(step, done);
      promises.hear(step);
    }
    const remains = disk.cut(random);
    const { lost, faults } = await lookAfterCut(remains, promises);
    if (mayGoOn && (index + 1) % GO_ON_EVERY === 0 && promises.prints.size > 0) {
      await goOnAfterCut(remains, promises);
      outcome.goneOn += 1;
    }
    const named = (fault: string) => `power cut at step ${moment}: ${fault}`;
    outcome.lost.push(...lost.map(named));
    outcome.faults.push(...faults.map(named));
    if (lost.length > 0) outcome.cutsWithLoss += 1;
    if ((index + 1) % REPORT_EVERY === 0) tell(`${index + 1} cuts`);
  }
  outcome.acknowledged = promises.acknowledged;
  return outcome;
}
