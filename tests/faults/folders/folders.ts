import { existsSync } from 'node:fs';
import { Random } from '#support/random.ts';
import { whyNoSmallDisk } from '#support/small-disk.ts';
import type { Order } from '../fault-run.ts';
import { MISFORTUNES, type Misfortune } from './folder-faults.ts';
import { Site, type Seen } from './site.ts';

/** Number of concurrent sites, since a case waits more than it works. */
const SITES = 2;
const REPORT_EVERY = 10;

/** Removes, replaces and blocks the data folders of printing controllers in every possible way. */
export async function folders({ amount, seed, tell }: Order): Promise<string> {
  const random = new Random(seed);
  const skipped = whyNotAll();
  const kinds = MISFORTUNES.filter(({ name }) => !skipped.has(name));
  const cases = Array.from({ length: amount }, (_, index) => ({ misfortune: kinds[index % kinds.length], seed: random.whole(1, 1e9) }));
  const seen: Seen[] = [];
  let isOver = false;
  const ends = await Promise.allSettled(
    Array.from({ length: SITES }, async () => {
      for (let next = cases.shift(); next?.misfortune && !isOver; next = cases.shift()) {
        seen.push(
          await suffer(next.misfortune, new Random(next.seed), tell).catch((error: unknown) => {
            isOver = true;
            throw error;
          }),
        );
        if (seen.length % REPORT_EVERY === 0) tell(`${seen.length} cases`);
      }
    }),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  const sum = (figure: (one: Seen) => number): number => seen.reduce((total, one) => total + figure(one), 0);
  return [
    `${seen.length} cases of ${kinds.length} kinds`,
    `${sum(({ marks }) => marks)} marks, 0 duplicate serials`,
    `every controller ended with 11 and reported the reason, at most ${Math.round(Math.max(...seen.map(({ endedAfter }) => endedAfter)))} ms later`,
    `0 of ${sum(({ acknowledged }) => acknowledged)} acknowledged prints lost without a report, ${sum(({ lost }) => lost)} with lost data`,
    'nothing was written into another folder',
    ...[...skipped].map(([name, why]) => `not done: ${name} (${why})`),
  ].join('; ');
}

async function suffer(misfortune: Misfortune, random: Random, tell: (line: string) => void): Promise<Seen> {
  const site = new Site(misfortune, random);
  let isKept = false;
  try {
    return await site.suffer();
  } catch (error) {
    isKept = true;
    tell(`the evidence of a folder that is ${misfortune.name} is in ${site.place.parent}`);
    throw error;
  } finally {
    await site.close(isKept);
  }
}

/** The cases that this machine cannot run, and why. */
function whyNotAll(): Map<string, string> {
  const isRoot = process.getuid?.() === 0;
  const canChangeUser = isRoot && existsSync('/usr/bin/setpriv');
  const noMount = whyNoSmallDisk();
  return new Map(
    MISFORTUNES.flatMap(({ name, by, isUnprivileged }): [string, string][] => {
      if (by === 'mount' && noMount !== undefined) return [[name, noMount]];
      if (isUnprivileged && !canChangeUser) return [[name, 'only root can start a controller as another user, with setpriv']];
      return [];
    }),
  );
}
