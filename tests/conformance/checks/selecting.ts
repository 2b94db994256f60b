import type { Check } from '../check.ts';
import {
  expectEmpty,
  expectHolds,
  expectRefused,
  expectSame,
  expectStatus,
  expectSuccess,
  expectThat,
  isObject,
  objectOf,
} from '../expectations.ts';
import { labelOf, textLabel, textObject } from '../material.ts';
import type { Visit } from '../visit.ts';
import { jobsOn, putLabel, putTable, select, shownJob } from './jobs.ts';

const needs = ['printer'] as const;

const spec = (what: string, says: string, run: Check['run']): Check => ({
  ...{ id: `printJob.${what}`, level: 'core', source: 'specification', needs },
  says,
  run,
});
const vendor = (what: string, says: string, run: Check['run']): Check => ({ ...spec(what, says, run), source: 'vendor' });
const strict = (what: string, says: string, run: Check['run']): Check => ({
  ...spec(what, says, run),
  level: 'extensions',
  source: 'strobe',
});

type Job = Record<string, unknown>;

const refused = (what: string, jobOf: (names: { label: string; table: string }) => unknown): Check =>
  vendor(`refused: ${what}`, `A selection with ${what} is refused.`, async (visit) => {
    const names = { label: await putLabel(visit), table: await putTable(visit) };
    expectRefused(await select(visit, jobOf(names)));
  });

const row = (table: string): Job => ({ tableName: table, keyColumn: 'SKU', key: 'S12' });

async function shownAfter(visit: Visit, job: Job): Promise<Job> {
  expectSuccess(await select(visit, job));
  const { status, job: shown } = await shownJob(visit);
  expectThat(status, shown !== null, { expected: 'a job', seen: shown });
  return shown ?? {};
}

export const selectingChecks: readonly Check[] = [
  spec('label', 'A label is selected by its name.', async (visit) => {
    const answer = await select(visit, { labelName: await putLabel(visit) });
    expectSuccess(answer);
    visit.usual(answer, 200);
  }),
  spec('refine', 'copies and queue refine a selection.', async (visit) => {
    const labelName = await putLabel(visit);
    expectSuccess(await select(visit, { labelName, copies: 5, queue: false }));
    expectSuccess(await select(visit, { labelName, copies: 1, queue: true }));
  }),
  spec('deselect', 'An empty body deselects, also when nothing is selected.', async (visit) => {
    await select(visit, { labelName: await putLabel(visit) });
    for (let time = 0; time < 2; time += 1) {
      const answer = await select(visit);
      expectSuccess(answer);
      visit.usual(answer, 204);
    }
  }),
  vendor('deselect-object', 'A body without any label deselects.', async (visit) => {
    await select(visit, { labelName: await putLabel(visit) });
    expectSuccess(await select(visit, {}));
  }),
  spec('row', 'A label is selected with a row of a table.', async (visit) => {
    expectSuccess(await select(visit, { labelName: await putLabel(visit), ...row(await putTable(visit)) }));
  }),
  spec('label-column', 'The label of a row is selected by a column of its table.', async (visit) => {
    const label = await putLabel(visit);
    const tableName = await putTable(visit, { columns: ['SKU', 'Label'], rows: [['S12', label]] });
    expectSuccess(await select(visit, { ...row(tableName), labelColumn: 'Label' }));
  }),
  vendor('label-data', 'A job may contain its label.', async (visit) => {
    expectSuccess(await select(visit, { labelData: textLabel('mine') }));
  }),
  vendor('range', 'A range of rows is selected by firstRow and rowCount.', async (visit) => {
    const names = { labelName: await putLabel(visit), tableName: await putTable(visit) };
    expectSuccess(await select(visit, { ...names, firstRow: 1, rowCount: 1 }));
  }),
  vendor('attributes', 'description, checkpoint, freeze and printDelay are accepted.', async (visit) => {
    const labelName = await putLabel(visit);
    expectSuccess(await select(visit, { labelName, description: 'Shift 1', checkpoint: true, freeze: true, printDelay: 1.5 }));
  }),
  spec('abort', 'Printing is aborted.', async (visit) => {
    await select(visit, { labelName: await putLabel(visit) });
    const answer = await visit.target.post(`${visit.printer()}/abortPrint`);
    expectSuccess(answer);
    visit.usual(answer, 204);
  }),
  refused('an unknown label', () => ({ labelName: 'conformance-nothing' })),
  refused('an unknown table', ({ label }) => ({ labelName: label, ...row('conformance-nothing') })),
  refused('an unknown column', ({ label, table }) => ({ labelName: label, ...row(table), keyColumn: 'nothing' })),
  refused('an unknown key', ({ label, table }) => ({ labelName: label, ...row(table), key: 'S99' })),
  refused('a key but no table', ({ label }) => ({ labelName: label, keyColumn: 'SKU', key: 'S12' })),
  refused('a key column but no key', ({ label, table }) => ({ labelName: label, tableName: table, keyColumn: 'SKU' })),
  refused('a table but neither label nor label column', ({ table }) => row(table)),
  refused('an unknown label column', ({ table }) => ({ ...row(table), labelColumn: 'nothing' })),
  refused('a first row after the last', ({ label, table }) => ({ labelName: label, tableName: table, firstRow: 2 })),
  refused('copies that are a text', ({ label }) => ({ labelName: label, copies: 'many' })),
  refused('copies below 0', ({ label }) => ({ labelName: label, copies: -1 })),
  refused('a queue that is a text', ({ label }) => ({ labelName: label, queue: 'yes' })),
  refused('a label name that is a number', () => ({ labelName: 7 })),
  refused('an invalid label of its own', () => ({ labelData: { format: 3 } })),
  refused('a body that is not JSON', () => '{"labelName":'),
  refused('a body that is a list', () => []),
  strict('status.select', 'A selection answers 200 with the id of the job and its position.', async (visit) => {
    const answer = await select(visit, { labelName: await putLabel(visit) });
    expectStatus(answer, 200);
    const { id, position } = objectOf(answer);
    expectSame(answer, [typeof id, position], ['string', 0]);
    const { status, job } = await shownJob(visit);
    expectSame(status, job?.['id'], id);
  }),
  strict('status.deselect', 'A deselection answers 204.', async (visit) => {
    for (const body of [undefined, {}]) {
      await select(visit, { labelName: await putLabel(visit) });
      expectStatus(await select(visit, body), 204);
      expectSame(...(await waitingOf(visit)));
    }
  }),
  strict('status.abort', 'Aborting answers 204 without a body, also when nothing prints, and leaves nothing selected.', async (visit) => {
    await select(visit, { labelName: await putLabel(visit) });
    for (let time = 0; time < 2; time += 1) {
      const answer = await visit.target.post(`${visit.printer()}/abortPrint`);
      expectStatus(answer, 204);
      expectEmpty(answer);
    }
    expectSame(...(await waitingOf(visit)));
  }),
  strict('status.refused', 'An unknown label, table, column or key answers 404, a contradiction 400.', async (visit) => {
    const names = { labelName: await putLabel(visit), tableName: await putTable(visit) };
    const missing = [{ labelName: visit.name('no') }, { tableName: visit.name('no') }, { keyColumn: 'no' }, { key: 'no' }];
    for (const part of missing) expectStatus(await select(visit, { ...names, keyColumn: 'SKU', key: 'S12', ...part }), 404);
    expectStatus(await select(visit, { ...names, key: 'S12' }), 400);
  }),
  strict('shown', 'The status shows the job as it was selected.', async (visit) => {
    const label = await putLabel(visit);
    const table = await putTable(visit);
    const answer = await select(visit, { labelName: label, ...row(table), copies: 3, description: 'shown' });
    expectSuccess(answer);
    const status = await visit.target.get(`${visit.printer()}/status`);
    const job = { label, table, key: 'S12', row: 0, copies: 3, description: 'shown', printed: 0, started: 0 };
    expectHolds(status, { job, queue: 0 });
  }),
  strict('label-column.shown', 'The label column selects the label of the row, an empty cell labelName.', async (visit) => {
    const [named, other] = [await putLabel(visit, 'named'), await putLabel(visit, 'other')];
    const rows = [
      ['S12', other],
      ['S13', ''],
    ];
    const tableName = await putTable(visit, { columns: ['SKU', 'Label'], rows });
    const shown: unknown[] = [];
    for (const key of ['S12', 'S13']) {
      const job = { labelName: named, tableName, keyColumn: 'SKU', key, labelColumn: 'Label' };
      const plan = await visit.target.post(`${visit.printer()}/plan`, job);
      const { first } = objectOf(plan);
      shown.push(isObject(first) ? first['label'] : first);
    }
    expectSame(await visit.target.get(`${visit.printer()}/status`), shown, [other, named]);
  }),
  strict('nothing-half-selected', 'A refused selection changes nothing: the previous job stays.', async (visit) => {
    const labelName = await putLabel(visit);
    const { id } = await shownAfter(visit, { labelName, description: 'before' });
    const wrong = [{ labelName: visit.name('nothing') }, { labelName, copies: 'x' }, { labelName, tableName: visit.name('nothing') }, '{'];
    for (const job of wrong) {
      expectRefused(await select(visit, job));
      const { status, job: shown } = await shownJob(visit);
      expectSame(status, shown?.['id'], id);
    }
  }),
  strict('cannot-render', 'A label that cannot be rendered is not selected.', async (visit) => {
    await visit.target.put(visit.own('labels'), labelOf(textObject(`{VARIABLE;${visit.name('nothing')}}`)));
    expectRefused(await select(visit, { labelName: visit.name('one') }));
    expectSame(await visit.target.get(`${visit.printer()}/status`), await jobsOn(visit), []);
  }),
  strict('variables', 'Variables that operators may edit are set with the selection.', async (visit) => {
    const variable = visit.own('variables');
    await visit.target.put(variable, { value: 'old', userEdit: true });
    const labelName = await putLabel(visit, 'one', `{VARIABLE;${visit.name('one')}}`);
    expectSuccess(await select(visit, { labelName, variables: { [visit.name('one')]: 'new' } }));
    expectHolds(await visit.target.get(variable), { value: 'new' });
  }),
  strict('variables.refused', 'With a refused selection no variable is set.', async (visit) => {
    const variable = visit.own('variables');
    await visit.target.put(variable, { value: 'old', userEdit: false });
    const labelName = await putLabel(visit, 'one', `{VARIABLE;${visit.name('one')}}`);
    expectRefused(await select(visit, { labelName, variables: { [visit.name('one')]: 'new' } }));
    expectHolds(await visit.target.get(variable), { value: 'old' });
  }),
  ...(['labels', 'tables'] as const).map((noun) =>
    strict(
      `in-use.${noun}`,
      `Items among the ${noun} that a selected job uses cannot be deleted, unless the job has frozen them.`,
      async (visit) => {
        const job = { labelName: await putLabel(visit), ...row(await putTable(visit)) };
        expectSuccess(await select(visit, { ...job, freeze: false }));
        expectStatus(await visit.target.delete(visit.own(noun)), 409);
        expectSuccess(await visit.target.get(visit.own(noun)));
        expectSuccess(await select(visit, { ...job, freeze: true }));
        expectStatus(await visit.target.delete(visit.own(noun)), 204);
      },
    ),
  ),
  strict('next-print', 'The next print is available as a picture.', async (visit) => {
    expectSuccess(await select(visit, { labelName: await putLabel(visit) }));
    const answer = await visit.target.get(`${visit.printer()}/nextPrint`);
    expectSuccess(answer);
    expectSame(answer, Buffer.from(answer.bytes.subarray(0, 4)).toString('latin1'), '\u0089PNG');
  }),
  strict('plan', 'A plan selects nothing and moves no counter.', async (visit) => {
    const counter = visit.own('counters');
    await visit.target.put(counter, { value: 5 });
    const labelName = await putLabel(visit, 'one', `{COUNTER;${visit.name('one')}}`);
    const plan = await visit.target.post(`${visit.printer()}/plan`, { labelName, copies: 3 });
    expectHolds(plan, { prints: 3, first: { texts: [{ text: '5' }] }, last: { texts: [{ text: '7' }] } });
    expectHolds(await visit.target.get(counter), { value: 5 });
    expectSame(plan, await jobsOn(visit), []);
  }),
];

/** A status, whether it contains a job, and the expectation that it does not. */
async function waitingOf(visit: Visit): Promise<Parameters<typeof expectSame>> {
  const { status, job, waiting } = await shownJob(visit);
  return [status, [job, waiting], [null, 0]];
}
