import type { Check } from '../check.ts';
import { expectHolds, expectSame, expectStatus, expectSuccess } from '../expectations.ts';
import { TABLE } from '../material.ts';
import { readCounts } from './history.ts';
import { jobsOn, printed, putLabel, select } from './jobs.ts';

const strict = (what: string, says: string, run: Check['run']): Check => ({
  ...{ id: `repeats.${what}`, level: 'extensions', source: 'strobe', needs: ['printer'] },
  says,
  run,
});

const keyed = (key: string) => ({ 'idempotency-key': key });

/** A POST with an Idempotency-Key takes effect once, however often it is sent. */
export const repeatChecks: readonly Check[] = [
  strict('selection', 'A repeated selection gets the same answer and is one job.', async (visit) => {
    const path = `${visit.printer()}/printJob`;
    const job = { labelName: await putLabel(visit), queue: true, freeze: false, description: 'once' };
    const first = await visit.target.post(path, job, keyed(visit.name('key')));
    expectSuccess(first);
    const again = await visit.target.post(path, job, keyed(visit.name('key')));
    expectSame(again, [again.status, again.text], [first.status, first.text]);
    expectSame(again, await jobsOn(visit), ['once']);
  }),
  strict('other-keys', 'Two selections with different keys are two jobs.', async (visit) => {
    const path = `${visit.printer()}/printJob`;
    const job = { labelName: await putLabel(visit), queue: true, freeze: false, description: 'each' };
    for (const key of ['a', 'b']) expectSuccess(await visit.target.post(path, job, keyed(visit.name(key))));
    expectSame(await visit.target.get(`${visit.printer()}/queue`), await jobsOn(visit), ['each', 'each']);
  }),
  strict('mismatch', 'A key that was used for another request answers 422, and nothing happens.', async (visit) => {
    const path = `${visit.printer()}/printJob`;
    const job = { labelName: await putLabel(visit), queue: true, freeze: false, description: 'first' };
    expectSuccess(await visit.target.post(path, job, keyed(visit.name('key'))));
    expectStatus(await visit.target.post(path, { ...job, description: 'other' }, keyed(visit.name('key'))), 422);
    expectSame(await visit.target.get(`${visit.printer()}/queue`), await jobsOn(visit), ['first']);
  }),
  strict('refused', 'A refused request with a key is processed again when repeated.', async (visit) => {
    const path = `${visit.printer()}/printJob`;
    const job = { labelName: visit.name('one') };
    expectStatus(await visit.target.post(path, job, keyed(visit.name('key'))), 404);
    await putLabel(visit);
    expectSuccess(await visit.target.post(path, job, keyed(visit.name('key'))));
  }),
  strict('bad-key', 'A key with blanks or of 256 characters is refused.', async (visit) => {
    for (const key of ['a b', 'x'.repeat(256)]) {
      expectStatus(await visit.target.post(`${visit.printer()}/abortPrint`, undefined, keyed(key)), 400);
    }
  }),
  strict('cells', 'A repeated change of cells gets the same answer.', async (visit) => {
    const path = visit.own('tables');
    await visit.target.put(path, TABLE);
    const change = { cells: [{ row: 0, column: 'Name', was: 'Medium', value: 'Small' }] };
    for (let time = 0; time < 2; time += 1) expectStatus(await visit.target.post(`${path}/cells`, change, keyed(visit.name('key'))), 204);
    expectHolds(await visit.target.get(path), { rows: [['S12', 'Small'], TABLE.rows[1]] });
  }),
  {
    ...strict('trigger', 'A repeated trigger gets the same answer and is one print.', async (visit) => {
      expectSuccess(await select(visit, { labelName: await putLabel(visit) }));
      const { counts } = await readCounts(visit, visit.printer());
      const first = await visit.target.post(`${visit.printer()}/trigger`, undefined, keyed(visit.name('key')));
      expectSuccess(first);
      await printed(visit, counts.printedLabels + 1);
      const again = await visit.target.post(`${visit.printer()}/trigger`, undefined, keyed(visit.name('key')));
      expectSame(again, [again.status, again.text], [first.status, first.text]);
      const after = await readCounts(visit, visit.printer());
      expectSame(after.answer, after.counts.triggers + after.counts.triggerBounces, counts.triggers + counts.triggerBounces + 1);
    }),
    needs: ['marks'],
  },
];
