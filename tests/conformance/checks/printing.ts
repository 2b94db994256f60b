import type { Check } from '../check.ts';
import { expectHolds, expectRefused, expectSame, expectStatus, expectSuccess, expectThat, objectOf, parsed } from '../expectations.ts';
import type { Visit } from '../visit.ts';
import { expectNoPrint, print, printed, putLabel, putTable, select, shownJob } from './jobs.ts';
import { readCounts, readHistory, RESOLUTIONS } from './history.ts';

/** Checks that print. */

const needs = ['marks'] as const;
const core = (what: string, says: string, run: Check['run']): Check => ({
  ...{ id: `trigger.${what}`, level: 'core', source: 'specification', needs },
  says,
  run,
});
const strict = (what: string, says: string, run: Check['run']): Check => ({
  ...core(what, says, run),
  level: 'extensions',
  source: 'strobe',
});

/** The counts of a history by time, without empty ones. */
async function countsByTime(visit: Visit, resolution: string): Promise<Map<number, number>> {
  const { time, count } = await readHistory(visit, `${visit.printer()}/printHistory?resolution=${resolution}`);
  return new Map(time.map((start, index): [number, number] => [start, count[index] ?? 0]).filter(([, labels]) => labels > 0));
}

const LENGTHS = { MINUTES: 60, HOURS: 3_600, DAYS: 25 * 3_600, WEEKS: 7 * 24 * 3_600 + 3_600 };

/** Where the counts have increased, and by how much. */
function growth(before: Map<number, number>, after: Map<number, number>): [number, number][] {
  return [...after].map(([start, labels]): [number, number] => [start, labels - (before.get(start) ?? 0)]).filter(([, more]) => more !== 0);
}

/** The time of a response by the clock of the target. */
function momentOf(headers: Headers): number {
  const responseTime = Date.parse(headers.get('date') ?? '');
  return Math.floor((Number.isNaN(responseTime) ? Date.now() : responseTime) / 1_000);
}

export const printingChecks: readonly Check[] = [
  core('counts', 'A trigger prints one label: triggers and printedLabels increase by one.', async (visit) => {
    expectSuccess(await select(visit, { labelName: await putLabel(visit) }));
    const { counts: before } = await readCounts(visit, visit.printer());
    const after = await print(visit);
    const { answer } = await readCounts(visit, visit.printer());
    const seen = [
      after.triggers - before.triggers,
      after.printedLabels - before.printedLabels,
      after.triggerBounces - before.triggerBounces,
    ];
    expectSame(answer, seen, [1, 1, 0]);
  }),
  {
    ...core('copies', 'No more copies are printed than were selected.', async (visit) => {
      expectSuccess(await select(visit, { labelName: await putLabel(visit), copies: 2 }));
      await print(visit);
      const { printedLabels } = await print(visit);
      await expectNoPrint(visit, printedLabels);
    }),
    source: 'vendor',
  },
  core('deselected', 'A deselected job does not print.', async (visit) => {
    expectSuccess(await select(visit, { labelName: await putLabel(visit) }));
    const { printedLabels } = await print(visit);
    await select(visit);
    await expectNoPrint(visit, printedLabels);
  }),
  core('aborted', 'An aborted job does not print.', async (visit) => {
    expectSuccess(await select(visit, { labelName: await putLabel(visit) }));
    const { printedLabels } = await print(visit);
    expectSuccess(await visit.target.post(`${visit.printer()}/abortPrint`));
    await expectNoPrint(visit, printedLabels);
  }),
  ...RESOLUTIONS.map((resolution) =>
    core(`history.${resolution}`, `A print is counted in the history, in the bucket of its time (${resolution}).`, async (visit) => {
      expectSuccess(await select(visit, { labelName: await putLabel(visit) }));
      const before = await countsByTime(visit, resolution);
      const from = momentOf((await readCounts(visit, visit.printer())).answer.headers) - 1;
      await print(visit);
      const after = await visit.eventually(
        () => countsByTime(visit, resolution),
        (seen) => growth(before, seen).length > 0,
      );
      const grown = growth(before, after);
      const { answer } = await readHistory(visit, `${visit.printer()}/printHistory?resolution=${resolution}`);
      const to = momentOf(answer.headers) + 1;
      const [[start, more] = [0, 0], ...others] = grown;
      const isRight = others.length === 0 && more === 1 && start <= to && start + LENGTHS[resolution] > from;
      expectThat(answer, isRight, { expected: `one print more in the bucket of ${from} to ${to}`, seen: grown });
    }),
  ),
  {
    ...core('rows', 'The rows of a range print in their order, one copy each, and then the job is over.', async (visit) => {
      const names = { labelName: await putLabel(visit), tableName: await putTable(visit) };
      expectSuccess(await select(visit, { ...names, firstRow: 0, rowCount: 2 }));
      await print(visit);
      const { printedLabels } = await print(visit);
      await expectNoPrint(visit, printedLabels);
    }),
    source: 'vendor',
  },
  {
    ...core('copies-column', 'A column contains the number of copies of each row.', async (visit) => {
      const table = { columns: ['SKU', 'Copies'], rows: [['S12', '2']] };
      const names = { labelName: await putLabel(visit), tableName: await putTable(visit, table) };
      expectSuccess(await select(visit, { ...names, keyColumn: 'SKU', key: 'S12', copiesColumn: 'Copies' }));
      await print(visit);
      const { printedLabels } = await print(visit);
      await expectNoPrint(visit, printedLabels);
    }),
    source: 'vendor',
  },
  {
    ...core(
      'printed-column',
      'The number in printedColumn increases with each print of the row, and no other number changes.',
      async (visit) => {
        const rows = [
          ['S11', '4'],
          ['S12', '7'],
        ];
        const tableName = await putTable(visit, { columns: ['SKU', 'Printed'], rows });
        expectSuccess(
          await select(visit, { labelName: await putLabel(visit), tableName, keyColumn: 'SKU', key: 'S12', printedColumn: 'Printed' }),
        );
        await print(visit);
        await print(visit);
        const answer = await visit.target.get(visit.own('tables'));
        expectHolds(answer, { rows: [rows[0], ['S12', '9']] });
      },
    ),
    source: 'vendor',
  },
  strict('status', 'A trigger answers 202 with the result that it prints.', async (visit) => {
    expectSuccess(await select(visit, { labelName: await putLabel(visit), copies: 1 }));
    const { counts } = await readCounts(visit, visit.printer());
    const answer = await visit.target.post(`${visit.printer()}/trigger`);
    await printed(visit, counts.printedLabels + 1);
    expectStatus(answer, 202);
    expectSame(answer, parsed(answer), { result: 'printing' });
  }),
  strict('nothing-selected', 'A trigger with nothing selected answers 409.', async (visit) => {
    expectStatus(await visit.target.post(`${visit.printer()}/trigger`), 409);
  }),
  strict('bounce', 'A second trigger within the bounce time is counted as a bounce and prints nothing.', async (visit) => {
    const path = `${visit.printer()}/settings`;
    const before = objectOf(await visit.target.get(path));
    visit.afterwards(async () => {
      const { status } = await visit.target.put(path, before);
      return status === 204 ? undefined : `the settings ${path} could not be restored: they were ${JSON.stringify(before)}`;
    });
    expectSuccess(await select(visit, { labelName: await putLabel(visit) }));
    await print(visit);
    expectSuccess(await visit.target.put(path, { ...before, bounceTime: 60_000 }));
    const { counts } = await readCounts(visit, visit.printer());
    const answer = await visit.target.post(`${visit.printer()}/trigger`);
    expectSame(answer, parsed(answer), { result: 'bounced' });
    const after = await readCounts(visit, visit.printer());
    expectSame(after.answer, after.counts, { ...counts, triggerBounces: counts.triggerBounces + 1 });
  }),
  strict('progress', 'The status counts the prints of the job, and has no job when its copies are done.', async (visit) => {
    expectSuccess(await select(visit, { labelName: await putLabel(visit), copies: 2 }));
    await print(visit);
    expectHolds(await visit.target.get(`${visit.printer()}/status`), { job: { printed: 1, started: 1, copies: 2 } });
    await print(visit);
    const { status, job } = await shownJob(visit);
    expectSame(status, job, null);
  }),
  strict('counter', 'A counter advances after each repeat prints.', async (visit) => {
    const counter = visit.own('counters');
    await visit.target.put(counter, { value: 8, minValue: 1, maxValue: 9, repeat: 2 });
    expectSuccess(await select(visit, { labelName: await putLabel(visit, 'one', `{COUNTER;${visit.name('one')}}`), freeze: false }));
    const values: unknown[] = [];
    for (let count = 0; count < 4; count += 1) {
      await print(visit);
      values.push(objectOf(await visit.target.get(counter))['value']);
    }
    expectSame(await visit.target.get(counter), values, [8, 9, 9, 1]);
  }),
  strict('ledger', 'Every print is in the list of prints with its label.', async (visit) => {
    const labelName = await putLabel(visit);
    expectSuccess(await select(visit, { labelName }));
    await print(visit);
    const name = visit.printers.allowed[0] ?? '';
    const answer = await visit.target.get(`/prints?printer=${encodeURIComponent(name)}&limit=1`);
    expectHolds(answer, { prints: [{ printer: name, label: labelName, state: 'printed' }] });
  }),
  strict('refused-after-copies', 'A trigger after the last copy answers 409.', async (visit) => {
    expectSuccess(await select(visit, { labelName: await putLabel(visit), copies: 1 }));
    await print(visit);
    expectRefused(await visit.target.post(`${visit.printer()}/trigger`));
  }),
];
