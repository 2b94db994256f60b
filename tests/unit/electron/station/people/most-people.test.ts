import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { MAX_PEOPLE, signInRulesSchema } from '#contract/station/people.ts';
import { TWO_PERSON_KINDS } from '#contract/station/two-person.ts';
import { People } from '#station/people/people.ts';
import { PeopleStore, type StoredPerson } from '#station/people/people-store.ts';
import { StoredSetting } from '#station/platform/stored-setting.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';

it('a station keeps 500 people, and says so to the next one', async () => {
  const db = openStationDatabase(':memory:');
  const store = new PeopleStore(db);
  const stored = (number: number): StoredPerson => ({
    ...{ id: `p${number}`, name: `Person ${number}`, role: 'administrator', lines: null, isEnabled: true },
    ...{ secretHash: 'not used here', badgeHash: null },
  });
  for (let number = 1; number < MAX_PEOPLE; number += 1) await store.save(stored(number));
  const rules = new StoredSetting(db, 'sign-in-rules', signInRulesSchema.extend({ badgeKey: z.string() }));
  const twoPersonRule = new StoredSetting(db, 'two-person-rule', z.array(z.enum(TWO_PERSON_KINDS)));
  const people = new People({ store, rules, twoPersonRule, newId: randomUUID, report: () => undefined });
  await people.start();
  const added = { role: 'operator', lines: null, isEnabled: true, secret: 'correct horse' } as const;
  await expect(people.add({ ...added, name: 'The last' })).resolves.toMatchObject({ name: 'The last' });
  await expect(people.add({ ...added, name: 'One too many' })).rejects.toMatchObject({
    slug: 'invalid-input',
    context: { errors: [{ pointer: '/name', detail: 'must be one of at most 500 people' }] },
  });
  expect([people.names.length, MAX_PEOPLE]).toEqual([500, 500]);
  await db.destroy();
});
