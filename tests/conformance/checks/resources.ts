import type { Check } from '../check.ts';
import { expectEmpty, expectHolds, expectRefused, expectSame, expectStatus, expectThat, isSuccess, jsonOf } from '../expectations.ts';
import { SHIFTS, TABLE, textLabel } from '../material.ts';
import type { Answer } from '../target.ts';
import type { Visit } from '../visit.ts';
import { NotRun } from '../check.ts';
import type { Noun } from '../workshop.ts';
import { listed } from './lists.ts';

/** The description of a kind of resource that is listed, read, put and deleted by name. */
export interface Resource {
  noun: Noun;
  singular: string;
  isCore: boolean;
  states: readonly [Record<string, unknown>, Record<string, unknown>];
  /** Invalid bodies. */
  wrong: readonly (readonly [what: string, body: unknown])[];
}

export const RESOURCES: readonly Resource[] = [
  {
    noun: 'labels',
    singular: 'label',
    isCore: true,
    states: [textLabel('first'), textLabel('second')],
    wrong: [],
  },
  { noun: 'tables', singular: 'table', isCore: true, states: [TABLE, { columns: ['Other'], rows: [['1']] }], wrong: [] },
  {
    noun: 'variables',
    singular: 'variable',
    isCore: true,
    states: [
      { value: 'first', description: 'One', userEdit: true },
      { value: 'second', description: 'Two', userEdit: false },
    ],
    wrong: [
      ['a value that is a number', { value: 7, description: '', userEdit: false }],
      ['a description that is an object', { value: '', description: {}, userEdit: false }],
      ['a userEdit that is a string', { value: '', description: '', userEdit: 'yes' }],
    ],
  },
  {
    noun: 'counters',
    singular: 'counter',
    isCore: false,
    states: [
      { value: 5, minValue: 1, maxValue: 9, repeat: 2, width: 4 },
      { value: 6, minValue: 0, maxValue: 99, repeat: 1, width: 2 },
    ],
    wrong: [
      ['reversed bounds', { value: 5, minValue: 9, maxValue: 1 }],
      ['a value outside its bounds', { value: 10, minValue: 1, maxValue: 9 }],
      ['a value that is a string', { value: '5' }],
      ['a repeat of 0', { value: 5, repeat: 0 }],
    ],
  },
  {
    noun: 'shiftCodes',
    singular: 'shift code',
    isCore: false,
    states: [SHIFTS, { shifts: [{ offset: 60, code: 'C' }] }],
    wrong: [
      ['an offset beyond the day', { shifts: [{ offset: 1_440, code: 'A' }] }],
      ['a shift without code', { shifts: [{ offset: 0 }] }],
      ['no shift', { shifts: [] }],
    ],
  },
];

/** Creates the resource. */
export async function made(visit: Visit, { noun, states }: Pick<Resource, 'noun' | 'states'>, path = visit.own(noun)): Promise<string> {
  const answer = await visit.target.put(path, states[0]);
  if (noun === 'tables') await expectOwnShape(visit, answer);
  expectEmpty(answer);
  return path;
}

/** The specification does not define the shape of tables: a target that accepts none of these has its own. Throws `NotRun` then. */
export async function expectOwnShape(visit: Visit, answer: Answer): Promise<void> {
  if (isSuccess(answer)) return;
  const plain = await visit.target.put(visit.own('tables', 'plain'), TABLE);
  if (!isSuccess(plain)) throw new NotRun(`the target takes tables of another shape: ${plain.status}`);
}

/** The checks of one kind of resource. */
function checksOf(resource: Resource): Check[] {
  const { noun, singular, isCore } = resource;
  const [first, second] = resource.states;
  const level = isCore ? 'core' : 'extensions';
  const source = isCore ? 'specification' : 'vendor';
  const basic = { level, source } as const;
  const check = (what: string, says: string, run: Check['run']): Check => ({ id: `${noun}.${what}`, ...basic, says, run });
  /** Checks of refusals: a faulty request answers 4xx. */
  const refusing = (what: string, says: string, run: Check['run']): Check => ({ ...check(what, says, run), source: 'vendor' });
  const names = async (visit: Visit) => listed(await visit.target.get(`/${noun}`)).map(([name]) => name);
  return [
    check('read', `A ${singular} is returned as it was put.`, async (visit) => {
      const path = await made(visit, resource);
      expectHolds(await visit.target.get(path), first);
    }),
    check('create', `PUT of a new ${singular} creates it and answers without a body.`, async (visit) => {
      const answer = await visit.target.put(visit.own(noun), first);
      if (noun === 'tables') await expectOwnShape(visit, answer);
      expectEmpty(answer);
      visit.usual(answer, 201);
    }),
    check('replace', `PUT of an existing ${singular} replaces it, as the next read shows.`, async (visit) => {
      const path = await made(visit, resource);
      const answer = await visit.target.put(path, second);
      expectEmpty(answer);
      visit.usual(answer, 204);
      expectHolds(await visit.target.get(path), second);
    }),
    check('read-again', `Reading a ${singular} twice gives the same.`, async (visit) => {
      const path = await made(visit, resource);
      const once = jsonOf(await visit.target.get(path));
      const again = await visit.target.get(path);
      expectSame(again, jsonOf(again), once);
    }),
    check('delete', `A deleted ${singular} is removed from its path and from the list.`, async (visit) => {
      const path = await made(visit, resource);
      const answer = await visit.target.delete(path);
      expectEmpty(answer);
      visit.usual(answer, 204);
      expectRefused(await visit.target.get(path));
      const list = await visit.target.get(`/${noun}`);
      const isListed = listed(list).some(([name]) => name === visit.name('one'));
      expectThat(list, !isListed, { expected: `a list without "${visit.name('one')}"`, seen: 'it is listed' });
    }),
    check('delete-one', `Deleting a ${singular} leaves the others.`, async (visit) => {
      const other = await made(visit, resource, visit.own(noun, 'other'));
      await visit.target.delete(await made(visit, resource));
      expectHolds(await visit.target.get(other), first);
    }),
    check('listed', `Every ${singular} is in the list.`, async (visit) => {
      const wanted = ['a', 'b', 'c'].map((what) => visit.name(what));
      for (const what of ['a', 'b', 'c']) await made(visit, resource, visit.own(noun, what));
      const list = await visit.target.get(`/${noun}`);
      const seen = listed(list).map(([name]) => name);
      const missing = wanted.filter((name) => !seen.includes(name));
      expectThat(list, missing.length === 0, { expected: `${wanted.join(', ')} in the list`, seen: `${missing.join(', ')} not listed` });
    }),
    check('listed-once', `No ${singular} is listed twice, also after it was replaced.`, async (visit) => {
      const path = await made(visit, resource);
      await visit.target.put(path, second);
      const all = await names(visit);
      const list = await visit.target.get(`/${noun}`);
      expectSame(list, all.filter((name) => name === visit.name('one')).length, 1);
    }),
    refusing('unknown', `A missing ${singular} cannot be read.`, async (visit) => {
      const answer = await visit.target.get(visit.own(noun, 'nothing'));
      expectRefused(answer);
      if (answer.status !== 404) visit.note(`an unknown ${singular} answers ${answer.status}, where Strobe answers 404`);
    }),
    refusing('malformed', `A body that is not JSON is refused, and the ${singular} is unchanged.`, async (visit) => {
      const path = await made(visit, resource);
      for (const body of ['{"value":', 'nonsense', '[1,2']) expectRefused(await visit.target.put(path, body));
      expectHolds(await visit.target.get(path), first);
    }),
    refusing('no-object', `A body that is JSON but not an object is refused, and the ${singular} is unchanged.`, async (visit) => {
      const path = await made(visit, resource);
      for (const body of ['7', '"text"', '[]', 'null']) expectRefused(await visit.target.put(path, body));
      expectHolds(await visit.target.get(path), first);
    }),
    ...resource.wrong.map(([what, body]) =>
      refusing(`wrong: ${what}`, `A ${singular} with ${what} is refused, and the old one is unchanged.`, async (visit) => {
        const path = await made(visit, resource);
        expectRefused(await visit.target.put(path, body));
        expectHolds(await visit.target.get(path), first);
      }),
    ),
    ...strictChecks(resource),
  ];
}

/** Statuses that the specification leaves open. */
function strictChecks({ noun, singular, states: [first, second] }: Resource): Check[] {
  const strict = (what: string, says: string, run: Check['run']): Check => ({
    ...{ id: `${noun}.${what}`, level: 'extensions', source: 'strobe' },
    says,
    run,
  });
  const is = (status: number) => (answer: Answer) => expectStatus(answer, status);
  return [
    strict('status.put', `PUT of a ${singular} answers 201 when created and 204 when replaced.`, async (visit) => {
      const path = visit.own(noun);
      is(201)(await visit.target.put(path, first));
      is(204)(await visit.target.put(path, second));
    }),
    strict('status.delete', `DELETE of a ${singular} answers 204, and 404 if it does not exist.`, async (visit) => {
      const path = visit.own(noun);
      await visit.target.put(path, first);
      is(204)(await visit.target.delete(path));
      is(404)(await visit.target.delete(path));
    }),
    strict('status.get', `GET of a ${singular} answers 200, and 404 if it does not exist.`, async (visit) => {
      const path = visit.own(noun);
      is(404)(await visit.target.get(path));
      await visit.target.put(path, first);
      is(200)(await visit.target.get(path));
    }),
  ];
}

export const resourceChecks: readonly Check[] = RESOURCES.flatMap(checksOf);
