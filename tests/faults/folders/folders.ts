import { existsSync } from 'node:fs';
import { Random } from '#support/random.ts';
import { whyNoSmallDisk } from '#support/small-disk.ts';
import type { Order } from '../fault-run.ts';
import { MISFORTUNES, type Misfortune } from './misfortunes.ts';
import { Site, type Seen } from './site.ts';

/** Sites side by side: a case waits more than it works. */
const SITES = 2;
const TOLD_EVERY = 10;

/** Takes data folders away from under controllers that print, in every way, over and over. */
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
        if (seen.length % TOLD_EVERY === 0) tell(`${seen.length} cases`);
      }
    }),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  const sum = (figure: (one: Seen) => number): number => seen.reduce((total, one) => total + figure(one), 0);
  return [
    `${seen.length} cases of ${kinds.length} kinds`,
    `${sum(({ marks }) => marks)} marks, 0 serials twice`,
    `every controller ended with 11 and said why, at most ${Math.round(Math.max(...seen.map(({ endedAfter }) => endedAfter)))} ms later`,
    `0 of ${sum(({ acknowledged }) => acknowledged)} acknowledged prints lost without a word, ${sum(({ lost }) => lost)} with the data that were taken`,
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
    tell(`what was seen of a folder that is ${misfortune.name} is in ${site.place.parent}`);
    throw error;
  } finally {
    await site.close(isKept);
  }
}

/** What cannot be done on this machine, and why. */
function whyNotAll(): Map<string, string> {
  const isRoot = process.getuid?.() === 0;
  const canChangeUser = isRoot && existsSync('/usr/bin/setpriv');
  const noMount = whyNoSmallDisk();
  return new Map(
    MISFORTUNES.flatMap(({ name, by, isUnprivileged }): [string, string][] => {
      if (by === 'mount' && noMount !== undefined) return [[name, noMount]];
      if (isUnprivileged && !canChangeUser) return [[name, 'only root may start a controller as somebody else, with setpriv']];
      return [];
    }),
  );
}
