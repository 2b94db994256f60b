import type { Check } from '../check.ts';
import { entriesOf, expectHolds, expectRefused, expectSame, expectStatus, expectSuccess, expectThat } from '../expectations.ts';
import { printerPath } from '../printers.ts';
import type { Visit } from '../visit.ts';
import { readCounts } from './history.ts';
import { print, putLabel, select, shownJob } from './jobs.ts';

const spec = (what: string, says: string, { needs = [], run }: Pick<Check, 'needs' | 'run'>): Check => ({
  ...{ id: `several.${what}`, level: 'printers', source: 'specification', needs },
  says,
  run,
});

/** The job in the status of a printer. */
async function descriptionOn(visit: Visit, index: number): Promise<unknown> {
  return (await shownJob(visit, visit.printer(index))).job?.['description'];
}

/** Checks of several printers. */
export const severalChecks: readonly Check[] = [
  spec('read', 'Every printer has a status, counters and a history of its own.', {
    run: async (visit) => {
      for (const name of visit.printers.all) {
        for (const what of ['status', 'printCounters', 'printHistory'])
          expectSuccess(await visit.target.get(`${printerPath(name)}/${what}`));
      }
    },
  }),
  spec('ids', 'No two printers have the same id.', {
    needs: ['several'],
    run: async (visit) => {
      const answer = await visit.target.get('/printers');
      const ids = entriesOf(answer).map(([, { id }]) => id);
      expectThat(answer, new Set(ids).size === ids.length, { expected: 'different ids', seen: ids });
    },
  }),
  spec('names', 'A printer answers to its own name only.', {
    needs: ['several'],
    run: async (visit) => {
      const [first = ''] = visit.printers.all;
      for (const name of [`${first}-${visit.name('x')}`, first.slice(0, -1)]) {
        if (name !== '' && !visit.printers.all.includes(name)) expectRefused(await visit.target.get(`${printerPath(name)}/status`));
      }
    },
  }),
  spec('apart', 'A selection on one printer does not affect another.', {
    needs: ['second-printer'],
    run: async (visit) => {
      expectSuccess(await select(visit, { labelName: await putLabel(visit), description: 'first' }));
      const { status, job } = await shownJob(visit, visit.printer(1));
      expectSame(status, job, null);
    },
  }),
  spec('own-jobs', 'Each printer has its own job.', {
    needs: ['second-printer'],
    run: async (visit) => {
      const labelName = await putLabel(visit);
      expectSuccess(await select(visit, { labelName, description: 'first' }));
      expectSuccess(await select(visit, { labelName, description: 'second' }, visit.printer(1)));
      const answer = await visit.target.get('/printers');
      expectSame(answer, [await descriptionOn(visit, 0), await descriptionOn(visit, 1)], ['first', 'second']);
    },
  }),
  spec('own-queues', 'A queue belongs to its printer: an appended job waits there.', {
    needs: ['second-printer'],
    run: async (visit) => {
      const labelName = await putLabel(visit);
      for (const index of [0, 1]) expectSuccess(await select(visit, { labelName }, visit.printer(index)));
      expectSuccess(await select(visit, { labelName, queue: true, freeze: false }, visit.printer(1)));
      const waiting = [(await shownJob(visit)).waiting, (await shownJob(visit, visit.printer(1))).waiting];
      expectSame(await visit.target.get('/printers'), waiting, [0, 1]);
    },
  }),
  spec('abort', 'Aborting on one printer does not affect the job of another.', {
    needs: ['second-printer'],
    run: async (visit) => {
      const labelName = await putLabel(visit);
      for (const index of [0, 1]) expectSuccess(await select(visit, { labelName, description: `job ${index}` }, visit.printer(index)));
      expectSuccess(await visit.target.post(`${visit.printer(0)}/abortPrint`));
      expectSame(await visit.target.get('/printers'), await descriptionOn(visit, 1), 'job 1');
    },
  }),
  spec('deselect', 'Deselecting on one printer does not affect the job of another.', {
    needs: ['second-printer'],
    run: async (visit) => {
      const labelName = await putLabel(visit);
      for (const index of [0, 1]) expectSuccess(await select(visit, { labelName, description: `job ${index}` }, visit.printer(index)));
      expectSuccess(await select(visit));
      expectSame(await visit.target.get('/printers'), await descriptionOn(visit, 1), 'job 1');
    },
  }),
  spec('counts', 'A print is counted on its own printer only.', {
    needs: ['marks', 'second-printer'],
    run: async (visit) => {
      const labelName = await putLabel(visit);
      for (const index of [0, 1]) expectSuccess(await select(visit, { labelName }, visit.printer(index)));
      const before = (await readCounts(visit, visit.printer(1))).counts;
      await print(visit);
      const { answer, counts } = await readCounts(visit, visit.printer(1));
      expectSame(answer, counts, before);
    },
  }),
  spec('second-prints', 'The second printer prints and counts too.', {
    needs: ['marks', 'second-printer'],
    run: async (visit) => {
      expectSuccess(await select(visit, { labelName: await putLabel(visit) }, visit.printer(1)));
      const before = (await readCounts(visit, visit.printer())).counts;
      await print(visit, visit.printer(1));
      const { answer, counts } = await readCounts(visit, visit.printer());
      expectSame(answer, counts, before);
    },
  }),
  {
    ...spec('nameless-orders', 'With several printers a trigger, a job or an abort without a name is refused.', {
      needs: ['several', 'marks'],
      run: async (visit) => {
        const labelName = await putLabel(visit);
        expectStatus(await visit.target.post('/printJob', { labelName }), 400);
        for (const order of ['trigger', 'abortPrint']) expectStatus(await visit.target.post(`/${order}`), 400);
        expectHolds(await visit.target.get(`${visit.printer()}/status`), { job: null });
      },
    }),
    ...{ level: 'extensions', source: 'strobe' },
  },
  {
    ...spec('nameless-prints', 'With a single printer job, trigger and abort need no name.', {
      needs: ['single', 'marks'],
      run: async (visit) => {
        expectSuccess(await visit.target.post('/printJob', { labelName: await putLabel(visit), description: 'nameless' }));
        expectSame(await visit.target.get('/status'), await descriptionOn(visit, 0), 'nameless');
        await print(visit, '');
        expectSuccess(await visit.target.post('/abortPrint'));
      },
    }),
    ...{ level: 'core', source: 'vendor' },
  },
];
