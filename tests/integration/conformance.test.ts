import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { SpecificationController } from '#support/specification-controller.ts';
import type { Result } from '../conformance/check.ts';
import { CHECKS } from '../conformance/checks.ts';
import { closeTestBed, find, openTestBed } from '../conformance/mutants/hunt.ts';
import { MUTANTS } from '../conformance/mutants/mutants.ts';
import { Printers } from '../conformance/printers.ts';
import { runSuite, upTo } from '../conformance/suite.ts';
import { Target } from '../conformance/target.ts';
import { Workshop } from '../conformance/workshop.ts';

/** Generous, since programs are started on a machine that may be busy. */
const PREFIX = 'conf-test';

const failed = (results: readonly Result[]) =>
  results.flatMap((result) => (result.outcome === 'failed' ? [`${result.check.id}: ${result.fault.message}`] : []));

describe('the controller of Strobe', () => {
  let controller: ControllerProcess;
  let target: Target;
  beforeAll(async () => {
    controller = await startController({ flags: ['--virtual-printers', '2'] });
    target = new Target({ url: controller.url });
  });
  afterAll(() => controller.stop());

  const read = async (path: string): Promise<unknown> => JSON.parse((await target.get(path)).text);
  const queueOf = async (name: string) => {
    const { jobs } = (await read(`/printers/${name}/queue`)) as { jobs: { id: string }[] };
    return jobs.map(({ id: _id, ...job }) => job);
  };

  /** Everything that can be read, except what only grows. */
  async function state(): Promise<unknown> {
    const lists: Record<string, unknown> = {};
    for (const noun of ['labels', 'tables', 'variables', 'counters', 'shiftCodes', 'printers', 'settings']) {
      const list = await read(`/${noun}`);
      const isNamed = !['printers', 'settings'].includes(noun);
      const names = Array.isArray(list) ? list.map(({ name }: { name: string }) => name) : Object.keys(list as object);
      const each = isNamed ? await Promise.all(names.map((name) => read(`/${noun}/${encodeURIComponent(name)}`))) : [];
      lists[noun] = [list, each];
    }
    const printers = ['Line%201', 'Line%202'].map(async (name) => [
      await queueOf(name),
      await read(`/printers/${name}/settings`),
      await read(`/printers/${name}/conveyor`),
    ]);
    return [lists, await Promise.all(printers)];
  }

  it('passes every check, and has the same state and jobs afterwards', async () => {
    const [label = ''] = Object.keys((await read('/labels')) as object);
    const row = { tableName: 'Products', firstRow: 0, rowCount: 2 };
    for (const queue of [false, true]) {
      const answer = await target.post('/printers/Line%202/printJob', {
        labelName: label,
        ...row,
        queue,
        freeze: false,
        checkpoint: queue,
      });
      expect(answer).toMatchObject({ status: 200 });
    }
    const before = await state();
    const printers = await Printers.open(target, { printers: ['Line 1', 'Line 2'], mayPrint: true });
    const outcome = await runSuite({ checks: CHECKS, target, workshop: new Workshop(target, PREFIX), printers });
    expect([failed(outcome.results), outcome.left]).toEqual([[], []]);
    expect(await state()).toEqual(before);
  });

  it('does not use printers that were not named, and reports that', async () => {
    const printers = await Printers.open(target, { printers: [], mayPrint: false });
    const checks = CHECKS.filter(({ id }) => id.startsWith('trigger.') || id.startsWith('queue.'));
    const { results } = await runSuite({ checks, target, workshop: new Workshop(target, PREFIX), printers });
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['not run']));
    const reasons = new Set(results.map((result) => (result.outcome === 'not run' ? result.reason : '')));
    expect(reasons).toEqual(
      new Set(['no printer may be used: name one with --printer NAME', 'no printer may print: --printer NAME --may-print permits it']),
    );
  });

  it('keeps a job that could not be selected again, and reports which printer to free', async () => {
    const [label = ''] = Object.keys((await read('/labels')) as object);
    const job = { labelName: label, tableName: 'Products', firstRow: 0, rowCount: 1, freeze: true };
    await target.post('/printers/Line%201/printJob', job);
    const before = await queueOf('Line%201');
    const printers = await Printers.open(target, { printers: ['Line 1'], mayPrint: false });
    const checks = CHECKS.filter(({ id }) => id === 'queue.append');
    const { results } = await runSuite({ checks, target, workshop: new Workshop(target, PREFIX), printers });
    expect(results).toMatchObject([{ outcome: 'not run', reason: expect.stringContaining('"Line 1" has a job') as string }]);
    expect(await queueOf('Line%201')).toEqual(before);
  });
});

it('a controller that implements the specification only fails only the checks of extensions', async () => {
  const controller = new SpecificationController();
  for (const name of ['P1', 'P2']) controller.printers.set(name, { id: name, type: 'Other' });
  const target = new Target({ url: await controller.start(), patience: 1_000 });
  const printers = await Printers.open(target, { printers: ['P1'], mayPrint: false });
  const outcome = await runSuite({ checks: upTo('core', CHECKS), target, workshop: new Workshop(target, PREFIX), printers });
  await controller.stop();
  const unexpected = outcome.results.filter(({ outcome: ending, check }) => ending === 'failed' && check.source !== 'vendor');
  expect(failed(unexpected)).toEqual([]);
  expect(failed(outcome.results)).toContainEqual(expect.stringContaining('printers.status'));
  expect(outcome.left).toEqual([]);
  const notes = outcome.results.flatMap((result) => result.notes);
  expect(notes).toContainEqual(expect.stringContaining('200, where Strobe answers 201'));
  expect(notes).toContainEqual(expect.stringContaining('"P1" does not report its previous selection'));
});

/** One of each kind; `npm run conformance -- --mutants` runs all. */
const FEW = [
  'DELETE of a label does nothing',
  'reading a label returns its first state',
  'a plus in a name becomes a blank',
  'a column called __proto__ is lost',
  'the history is off by a bucket',
  'queue: true replaces',
  'If-Match of a PUT is ignored',
  'a key is ignored',
];

it('faults of the service are detected', async () => {
  const mutants = MUTANTS.filter(({ name }) => FEW.includes(name));
  const testBed = await openTestBed(2);
  const survivors: string[] = [];
  for (const mutant of mutants) if (!(await find(mutant, testBed))) survivors.push(mutant.name);
  await closeTestBed(testBed);
  expect([mutants.length, survivors]).toEqual([FEW.length, []]);
});
