import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { signInRulesSchema } from '#contract/station/people.ts';
import { TWO_PERSON_KINDS } from '#contract/station/two-person.ts';
import { People } from '#station/people/people.ts';
import { PeopleStore } from '#station/people/people-store.ts';
import { StoredSetting } from '#station/platform/stored-setting.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import type { CountGoal } from './goal.ts';

const PEOPLE = 20;
const PAIRS = 150;

/**
 * P45: whether an unknown name takes as long as a wrong PIN, so that names cannot be found by time: the absolute standard score of the Mann-Whitney U test over
 * attempts of both kinds in alternating order. Beyond 3.3 the difference would be chance in one of a thousand runs.
 */
export const SIGN_IN_TIMING_GOAL: CountGoal = {
  name: 'P45',
  goal: { atMost: 3.3 },
  count: async (report) => {
    const db = openStationDatabase(':memory:');
    const rules = new StoredSetting(db, 'sign-in-rules', signInRulesSchema.extend({ badgeKey: z.string() }));
    const twoPersonRule = new StoredSetting(db, 'two-person-rule', z.array(z.enum(TWO_PERSON_KINDS)));
    const people = new People({ store: new PeopleStore(db), rules, twoPersonRule, newId: randomUUID, report: () => undefined });
    try {
      await people.start();
      for (let number = 0; number < PEOPLE; number += 1) {
        const content = { role: 'administrator', lines: null, isEnabled: true } as const;
        await people.add({ ...content, name: `Person ${number}`, secret: `battery staple ${number}` });
      }
      const attempt = async (name: string): Promise<number> => {
        const began = performance.now();
        await people.verify(name, 'wrong horse');
        return performance.now() - began;
      };
      await attempt('Person 0');
      await attempt('Stranger');
      const times = { known: [] as number[], unknown: [] as number[] };
      for (let pair = 0; pair < PAIRS; pair += 1) {
        const isKnownFirst = pair % 2 === 0;
        for (const isKnown of [isKnownFirst, !isKnownFirst]) {
          const time = await attempt(isKnown ? `Person ${pair % PEOPLE}` : `Stranger ${pair % PEOPLE}`);
          times[isKnown ? 'known' : 'unknown'].push(time);
        }
      }
      report(`wrong PIN: median ${median(times.known).toFixed(2)} ms; unknown name: median ${median(times.unknown).toFixed(2)} ms`);
      return Math.abs(standardScore(times.known, times.unknown));
    } finally {
      await db.destroy();
    }
  },
};

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** Standard score of U by the normal approximation (Mann and Whitney 1947); times of a clock have no ties worth a correction. */
function standardScore(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((time) => ({ time, isOne: true })), ...other.map((time) => ({ time, isOne: false }))];
  const ranks = all.sort((a, b) => a.time - b.time).reduce((sum, { isOne }, index) => sum + (isOne ? index + 1 : 0), 0);
  const [n, m] = [one.length, other.length];
  const u = ranks - (n * (n + 1)) / 2;
  return (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}
