import type { Check } from '../check.ts';
import { expectHolds, expectRefused, expectSame, expectStatus, expectSuccess, objectOf } from '../expectations.ts';
import { textLabel } from '../material.ts';

const values = {
  empty: '',
  'digits with leading zeros': '007',
  'blanks at both ends': '  x  ',
  'other scripts': 'Größe 标签 العربية 😀',
  'quotes, braces and backslashes': '"{YEAR}" \\ \'x\'',
  'several lines': 'a\nb\tc',
  'a thousand characters': 'long '.repeat(200),
};

export const variableChecks: readonly Check[] = [
  ...Object.entries(values).map(([what, value]): Check => ({
    ...{ id: `variables.value: ${what}`, level: 'core', source: 'specification' },
    says: `A value is a string and preserved exactly: ${what}.`,
    run: async (visit) => {
      const path = visit.own('variables');
      expectSuccess(await visit.target.put(path, { value, description: `d ${value}`, userEdit: true }));
      expectHolds(await visit.target.get(path), { value, description: `d ${value}` });
    },
  })),
  {
    ...{ id: 'variables.fields', level: 'core', source: 'specification' },
    says: 'A variable is returned with description, userEdit and value, and without its name.',
    run: async (visit) => {
      const path = visit.own('variables');
      await visit.target.put(path, { value: 'v', description: 'd', userEdit: true });
      const answer = await visit.target.get(path);
      const { value, description, userEdit, ...others } = objectOf(answer);
      expectSame(answer, [value, description, userEdit], ['v', 'd', true]);
      expectSame(answer, Object.hasOwn(others, 'name'), false);
    },
  },
  {
    ...{ id: 'variables.user-edit', level: 'core', source: 'specification' },
    says: 'userEdit is a boolean and can be reset.',
    run: async (visit) => {
      const path = visit.own('variables');
      for (const userEdit of [true, false, true]) {
        await visit.target.put(path, { value: 'v', description: 'd', userEdit });
        expectHolds(await visit.target.get(path), { userEdit });
      }
    },
  },
  {
    ...{ id: 'variables.defaults', level: 'core', source: 'vendor' },
    says: 'PUT replaces: omitted attributes return to their defaults.',
    run: async (visit) => {
      const path = visit.own('variables');
      await visit.target.put(path, { value: 'v', description: 'd', userEdit: true, pinned: true });
      expectSuccess(await visit.target.put(path, { value: 'w' }));
      expectHolds(await visit.target.get(path), { value: 'w', description: '', userEdit: false, pinned: false });
    },
  },
  {
    ...{ id: 'variables.pinned', level: 'core', source: 'vendor' },
    says: 'A variable can be pinned.',
    run: async (visit) => {
      const path = visit.own('variables');
      expectSuccess(await visit.target.put(path, { value: 'v', description: '', userEdit: true, pinned: true }));
      expectHolds(await visit.target.get(path), { pinned: true });
    },
  },
  {
    ...{ id: 'variables.prompt', level: 'extensions', source: 'strobe' },
    says: 'A variable with a prompt refuses other values.',
    run: async (visit) => {
      const path = visit.own('variables');
      const prompt = { type: 'number', min: 1, max: 9 };
      expectSuccess(await visit.target.put(path, { value: '4', prompt }));
      expectHolds(await visit.target.get(path), { prompt });
      expectStatus(await visit.target.put(path, { value: '10', prompt }), 400);
      expectHolds(await visit.target.get(path), { value: '4' });
    },
  },
  {
    ...{ id: 'variables.prompts', level: 'extensions', source: 'strobe' },
    says: 'A label lists exactly the variables that it asks operators for.',
    run: async (visit) => {
      for (const userEdit of [true, false]) {
        await visit.target.put(visit.own('variables', String(userEdit)), { value: 'v', description: 'd', userEdit });
      }
      const label = visit.own('labels');
      await visit.target.put(label, textLabel(`{VARIABLE;${visit.name('true')}}{VARIABLE;${visit.name('false')}}`));
      const answer = await visit.target.get(`${label}/prompts`);
      expectHolds(answer, [{ name: visit.name('true'), value: 'v', description: 'd' }]);
      expectRefused(await visit.target.get(`${visit.own('labels', 'nothing')}/prompts`));
    },
  },
];
