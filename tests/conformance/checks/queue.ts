import type { Check } from '../check.ts';
import { expectHolds, expectRefused, expectSame, expectStatus, expectSuccess, objectOf } from '../expectations.ts';
import type { Visit } from '../visit.ts';
import { jobsOn, print, putLabel, select, shownJob } from './jobs.ts';

const needs = ['printer'] as const;
const level = (what: string, says: string, run: Check['run']): Check => ({
  ...{ id: `queue.${what}`, level: 'queue', source: 'vendor', needs },
  says,
  run,
});
const strict = (what: string, says: string, run: Check['run']): Check => ({
  ...level(what, says, run),
  level: 'extensions',
  source: 'strobe',
});

/** Selects a job for each description, the first one replacing all others, and returns their ids. */
async function queued(visit: Visit, descriptions: readonly string[], more: Record<string, unknown> = {}): Promise<string[]> {
  const labelName = await putLabel(visit);
  const ids: string[] = [];
  for (const [index, description] of descriptions.entries()) {
    const answer = await select(visit, { labelName, copies: 5, queue: index > 0, freeze: false, description, ...more });
    ids.push(String(objectOf(answer)['id']));
  }
  return ids;
}

async function expectJobs(visit: Visit, ...descriptions: string[]): Promise<void> {
  expectSame(await visit.target.get(`${visit.printer()}/queue`), await jobsOn(visit), descriptions);
}

export const queueChecks: readonly Check[] = [
  level('append', 'queue: true appends: the job stays, and the new ones wait in their order.', async (visit) => {
    await queued(visit, ['A', 'B', 'C']);
    await expectJobs(visit, 'A', 'B', 'C');
  }),
  level('replace', 'queue: false replaces the whole queue.', async (visit) => {
    await queued(visit, ['A', 'B', 'C']);
    expectSuccess(await select(visit, { labelName: visit.name('one'), queue: false, description: 'D' }));
    await expectJobs(visit, 'D');
  }),
  level('append-to-none', 'queue: true with nothing selected selects.', async (visit) => {
    const labelName = await putLabel(visit);
    expectSuccess(await select(visit, { labelName, queue: true, freeze: false, description: 'A' }));
    await expectJobs(visit, 'A');
  }),
  level('deselect', 'A deselection removes all jobs.', async (visit) => {
    await queued(visit, ['A', 'B']);
    expectSuccess(await select(visit));
    await expectJobs(visit);
  }),
  level('refused', 'A refused job leaves the queue unchanged, whether it would replace or append.', async (visit) => {
    await queued(visit, ['A', 'B']);
    for (const queue of [true, false]) expectRefused(await select(visit, { labelName: visit.name('nothing'), queue }));
    await expectJobs(visit, 'A', 'B');
  }),
  level('same-twice', 'The same selection queued twice is two jobs.', async (visit) => {
    await queued(visit, ['A', 'A']);
    await expectJobs(visit, 'A', 'A');
  }),
  level('copies', 'Each job keeps its own copies.', async (visit) => {
    const labelName = await putLabel(visit);
    for (const copies of [1, 2, 3]) await select(visit, { labelName, copies, queue: copies > 1, freeze: false });
    expectHolds(await visit.target.get(`${visit.printer()}/queue`), { jobs: [{ copies: 1 }, { copies: 2 }, { copies: 3 }] });
  }),
  {
    ...level('next', 'When the copies of a job are done the next one prints.', async (visit) => {
      await queued(visit, ['A', 'B'], { copies: 1 });
      await print(visit);
      await expectJobs(visit, 'B');
      await print(visit);
      await expectJobs(visit);
    }),
    needs: ['marks'],
  },
  level('waiting', 'The status contains the number of waiting jobs.', async (visit) => {
    await queued(visit, ['A', 'B', 'C']);
    const { status, job, waiting } = await shownJob(visit);
    expectSame(status, [job?.['description'], waiting], ['A', 2]);
  }),
  strict('positions', 'Each selection answers its position: 0 is the current job.', async (visit) => {
    const labelName = await putLabel(visit);
    const positions: unknown[] = [];
    for (const queue of [false, true, true]) {
      positions.push(objectOf(await select(visit, { labelName, queue, freeze: false }))['position']);
    }
    expectSame(await visit.target.get(`${visit.printer()}/queue`), positions, [0, 1, 2]);
  }),
  strict('list', 'The queue lists id, position, state and label of each job.', async (visit) => {
    const ids = await queued(visit, ['A', 'B']);
    const label = visit.name('one');
    const jobs = [
      { id: ids[0], position: 0, state: 'current', label, copies: 5, printed: 0, frozen: false },
      { id: ids[1], position: 1, state: 'waiting', label, copies: 5, printed: 0, frozen: false },
    ];
    expectHolds(await visit.target.get(`${visit.printer()}/queue`), { jobs });
  }),
  strict('default', 'By default a selection replaces the whole queue.', async (visit) => {
    await queued(visit, ['A', 'B']);
    expectSuccess(await select(visit, { labelName: visit.name('one'), description: 'C' }));
    await expectJobs(visit, 'C');
  }),
  strict('freeze', 'By default a queued job is frozen, and a selected one is not.', async (visit) => {
    const labelName = await putLabel(visit);
    for (const queue of [false, true]) expectSuccess(await select(visit, { labelName, queue }));
    expectHolds(await visit.target.get(`${visit.printer()}/queue`), { jobs: [{ frozen: false }, { frozen: true }] });
  }),
  strict('order', 'The jobs can be reordered.', async (visit) => {
    const ids = await queued(visit, ['A', 'B', 'C']);
    expectStatus(await visit.target.put(`${visit.printer()}/queue`, { order: ids.toReversed() }), 204);
    await expectJobs(visit, 'C', 'B', 'A');
  }),
  strict('order.refused', 'An order that omits a job or names one twice is refused and changes nothing.', async (visit) => {
    const [first = '', second = ''] = await queued(visit, ['A', 'B']);
    expectStatus(await visit.target.put(`${visit.printer()}/queue`, { order: [second] }), 409);
    expectStatus(await visit.target.put(`${visit.printer()}/queue`, { order: [second, first, second] }), 400);
    await expectJobs(visit, 'A', 'B');
  }),
  strict('remove', 'A job can be removed; the others stay.', async (visit) => {
    const ids = await queued(visit, ['A', 'B', 'C']);
    expectStatus(await visit.target.delete(`${visit.printer()}/queue/${ids[1]}`), 204);
    await expectJobs(visit, 'A', 'C');
    expectStatus(await visit.target.delete(`${visit.printer()}/queue/${ids[1]}`), 404);
    await expectJobs(visit, 'A', 'C');
  }),
  strict('seek', 'The queue can go to a checkpoint, and to no other job.', async (visit) => {
    const labelName = await putLabel(visit);
    const ids: unknown[] = [];
    for (const description of ['A', 'B', 'C']) {
      const job = { labelName, copies: 5, queue: description !== 'A', freeze: false, checkpoint: description === 'C', description };
      ids.push(objectOf(await select(visit, job))['id']);
    }
    expectStatus(await visit.target.post(`${visit.printer()}/queue/seek`, { id: ids[1] }), 409);
    await expectJobs(visit, 'A', 'B', 'C');
    expectStatus(await visit.target.post(`${visit.printer()}/queue/seek`, { id: ids[2] }), 204);
    await expectJobs(visit, 'C');
  }),
];
