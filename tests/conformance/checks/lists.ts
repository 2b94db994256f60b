import { z } from 'zod';
import type { Check } from '../check.ts';
import { entriesOf, expectSame, expectThat, jsonOf, shaped } from '../expectations.ts';
import { textLabel } from '../material.ts';
import type { Answer } from '../target.ts';

const itemsSchema = z.array(z.looseObject({ name: z.string() }));

/** The names in a list with their attributes; the list may be a dictionary or an array. */
export function listed(answer: Answer): [string, Record<string, unknown>][] {
  if (!Array.isArray(jsonOf(answer))) return entriesOf(answer);
  return shaped(answer, itemsSchema, 'objects with a name').map((item) => [item.name, item]);
}

const variableItemsSchema = z.array(z.looseObject({ name: z.string(), value: z.string() }));

/** Checks of all lists. */
export const listChecks: readonly Check[] = [
  ...(['labels', 'tables', 'printers'] as const).map((noun): Check => ({
    ...{ id: `lists.${noun}`, level: 'core', source: 'specification' },
    says: `The list of ${noun} is a JSON object keyed by name, whose values are objects.`,
    run: async ({ target }) => void entriesOf(await target.get(`/${noun}`)),
  })),
  {
    ...{ id: 'lists.variables', level: 'core', source: 'specification' },
    says: 'The list of variables is a JSON array of objects with name and value, both strings.',
    run: async (visit) => {
      await visit.target.put(visit.own('variables'), { value: '007', description: 'd', userEdit: false });
      const answer = await visit.target.get('/variables');
      const item = shaped(answer, variableItemsSchema, 'objects with name and value').find(({ name }) => name === visit.name('one'));
      expectSame(answer, item?.value, '007');
    },
  },
  {
    ...{ id: 'lists.variables.change', level: 'core', source: 'specification' },
    says: 'The list of variables contains the value that was put last.',
    run: async (visit) => {
      const path = visit.own('variables');
      for (const value of ['first', 'second']) await visit.target.put(path, { value, description: '', userEdit: false });
      const answer = await visit.target.get('/variables');
      const item = shaped(answer, variableItemsSchema, 'objects with name and value').find(({ name }) => name === visit.name('one'));
      expectSame(answer, item?.value, 'second');
    },
  },
  ...(['labels', 'tables', 'variables', 'printers'] as const).map((noun): Check => ({
    ...{ id: `lists.${noun}.json`, level: 'core', source: 'specification' },
    says: `The list of ${noun} has a JSON content type.`,
    run: async ({ target }) => {
      const answer = await target.get(`/${noun}`);
      const type = answer.headers.get('content-type') ?? '';
      expectThat(answer, /^application\/(?:\S+\+)?json\b/i.test(type), { expected: 'the content type application/json', seen: type });
    },
  })),
  ...(['labels', 'tables', 'printers'] as const).map((noun): Check => ({
    ...{ id: `lists.${noun}.sorted`, level: 'extensions', source: 'strobe' },
    says: `The list of ${noun} is sorted by name.`,
    run: async (visit) => {
      const body = noun === 'labels' ? textLabel('x') : { columns: ['a'], rows: [] };
      if (noun !== 'printers') for (const what of ['c', 'a', 'b']) await visit.target.put(visit.own(noun, what), body);
      const answer = await visit.target.get(`/${noun}`);
      // Objects put integer keys first, wherever they are in the text.
      const names = entriesOf(answer)
        .map(([name]) => name)
        .filter((name) => !/^\d+$/.test(name));
      expectSame(answer, names, [...names].sort());
    },
  })),
  {
    ...{ id: 'lists.tables.summary', level: 'extensions', source: 'strobe' },
    says: 'The list of tables contains columns, number of rows and the time of the last PUT.',
    run: async (visit) => {
      await visit.target.put(visit.own('tables'), { columns: ['a', 'b'], rows: [['1', '2']] });
      const answer = await visit.target.get('/tables');
      const summary = entriesOf(answer).find(([name]) => name === visit.name('one'))?.[1];
      expectSame(answer, [summary?.['columns'], summary?.['rowCount']], [['a', 'b'], 1]);
      expectThat(answer, !Number.isNaN(Date.parse(String(summary?.['modified']))), { expected: 'a time in modified', seen: summary });
    },
  },
];
