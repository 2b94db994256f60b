import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import type { Plan } from '#contract/api-v3/plan.ts';
import { ProblemError } from '#contract/problem.ts';
import { useSeveralJobs } from '#renderer/panels/several-printers/use-several-jobs.ts';
import { aConnection } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const A = { connection: 'c1', printer: 'A' };
const B = { connection: 'c1', printer: 'B' };
const FAR = { connection: 'c2', printer: 'Far' };
const FOREIGN = { connection: 'c3', printer: 'Other' };
const JOB = { job: { labelName: 'Milk', queue: false }, label: 'Milk', connection: 'c1' };
const REFUSED = new ProblemError('not-found', { detail: 'There is no label "Milk".' });

let rig: PageRig;
let sent: string[];
let answer: () => void;
/** Printers that refuse the job, with the reason. */
let refusing: Map<string, ProblemError>;
let silent: string | undefined;

afterEach(() => rig.end());

function aPlan(printer: string): Plan {
  const first = { label: 'Milk', texts: [], warnings: [], picture: '' };
  return {
    ...{ plan: `plan of ${printer}`, position: 0, rows: 1, prints: 10, frozen: false, counters: [], variables: [], dropped: [] },
    ...{ first, last: null },
  };
}

async function open() {
  sent = [];
  refusing = new Map();
  silent = undefined;
  rig = await openPageRig(
    {
      plans: {
        make: async ({ connection, printers: [printer = ''], job }) => {
          sent.push(`plan ${printer} ${JSON.stringify(job.variables ?? {})}`);
          const problem = refusing.get(printer)?.toProblem() ?? null;
          const plan = problem ? null : aPlan(printer);
          if (connection === 'c2' && silent === 'c2') await new Promise<void>((resolve) => (answer = resolve));
          return { plan: plan && JSON.stringify([[printer, plan.plan]]), printers: [{ printer, plan, problem }] };
        },
        apply: async ({ printers: [printer = ''] }) => {
          sent.push(`load ${printer}`);
          const refusal = refusing.get(printer);
          if (refusal) throw refusal;
          return { printers: [{ printer, selection: { id: `job of ${printer}`, position: 0 }, problem: null }] };
        },
      },
      printing: { select: async ({ printer }) => (sent.push(`select ${printer}`), { id: '', position: 0 }) },
      variables: { prompts: async () => [{ name: 'Batch', value: 'B7', prompt: null, description: '' }] as never },
      labels: { get: async () => ({}) },
    },
    [aConnection(), aConnection({ id: 'c2', embedded: false }), aConnection({ id: 'c3', embedded: false, hasExtensions: false })],
  );
  return rig.run(useSeveralJobs);
}

describe('one job for several printers', () => {
  it('has one plan and then one result per printer; the values of the label go with it to other controllers', async () => {
    const jobs = await open();
    await jobs.plan(JOB, [A, FAR, FOREIGN]);
    expect(sent).toEqual(['plan A {}', 'plan Far {"Batch":"B7"}']);
    await jobs.loads.sendAll([A, FAR, FOREIGN]);
    expect(sent.slice(2).toSorted()).toEqual(['load A', 'load Far', 'select Other']);
    expect([A, FAR, FOREIGN].map((on) => jobs.loads.answerOf(on)?.id)).toEqual(['job of A', 'job of Far', '']);
  });

  it('is loaded by the others while one printer refuses it, which is tried again', async () => {
    const jobs = await open();
    refusing.set('B', REFUSED);
    await jobs.plan(JOB, [A, B]);
    expect(jobs.plans.find(B)).toMatchObject({ state: 'failed', problem: { detail: 'There is no label "Milk".' } });
    await jobs.loads.sendAll([A]);
    refusing.clear();
    await jobs.tryAgain([B]);
    expect([jobs.loads.find(A)?.state, jobs.loads.find(B)?.state]).toEqual(['done', 'done']);
    expect(sent.filter((command) => command === 'load A')).toHaveLength(1);
  });

  it('is not held up by a silent controller', async () => {
    const jobs = await open();
    silent = 'c2';
    void jobs.plan(JOB, [A, FAR]);
    await flushPromises();
    await jobs.loads.sendAll([A]);
    expect([jobs.loads.find(A)?.state, jobs.plans.find(FAR)?.state]).toEqual(['done', 'waiting']);
    answer();
    await flushPromises();
    expect(jobs.plans.find(FAR)?.state).toBe('done');
  });

  it('ignores the plan of a former job that arrives late', async () => {
    const jobs = await open();
    silent = 'c2';
    void jobs.plan(JOB, [FAR]);
    await flushPromises();
    const late = answer;
    silent = undefined;
    refusing.set('Far', REFUSED);
    await jobs.plan(JOB, [FAR]);
    late();
    await flushPromises();
    expect(jobs.plans.find(FAR)?.state).toBe('failed');
  });
});
