import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import type { Usage } from '#contract/api-v3/usage.ts';
import RunningJobsDialog from '#renderer/panels/label-change/RunningJobsDialog.vue';
import { useRunningJobs, type UsingJob } from '#renderer/panels/label-change/use-running-jobs.ts';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

const JOBS: UsingJob[] = [
  { id: 'j1', printer: 'Line 1', title: 'Case', isSelected: true },
  { id: 'j2', printer: 'Line 1', title: 'Later', isSelected: false },
  { id: 'j3', printer: 'Line 3', title: 'Case', isSelected: false },
];
const NONE = { tables: {}, variables: {}, counters: {}, shiftCodes: {}, fonts: {} };
const usageOf = (jobs: UsingJob[]): Usage => ({ ...NONE, labels: { Case: { jobs, labels: [] } } });

let rig: PageRig;
afterEach(() => rig.end());

describe('a label that is saved', () => {
  async function open(read: () => Promise<Usage>, connection = CONNECTION) {
    rig = await openPageRig({ usage: { read } }, [connection]);
    return rig.run(() => useRunningJobs({ connection: 'c1', name: 'Case' }));
  }

  it('asks about the jobs that print it', async () => {
    const runningJobs = await open(async () => usageOf(JOBS));
    expect(await runningJobs.asking.run()).toBe('asked');
    expect(runningJobs.asked.value).toEqual(JOBS);
    runningJobs.close();
    expect(runningJobs.asked.value).toBeUndefined();
  });

  it.each([
    ['no job prints it', async () => ({ ...NONE, labels: {} })],
    ['its controller cannot be reached', () => Promise.reject(new ProblemError('controller-unreachable'))],
  ])('asks nothing when %s', async (_when, read) => {
    const runningJobs = await open(read);
    expect(await runningJobs.asking.run()).toBe('unused');
  });

  it('asks nothing when its controller decides', async () => {
    const runningJobs = await open(() => Promise.reject(new Error('must not be read')), { ...CONNECTION, hasExtensions: false });
    expect([await runningJobs.asking.run(), runningJobs.doesControllerDecide()]).toEqual(['unused', true]);
  });

  it('is not saved when its jobs cannot be read', async () => {
    const runningJobs = await open(() => Promise.reject(new ProblemError('internal')));
    expect([await runningJobs.asking.run(), runningJobs.asking.problem.value?.status]).toEqual([undefined, 500]);
  });
});

describe('the question', () => {
  async function ask() {
    rig = await openPageRig({});
    const dialog = rig.mount(RunningJobsDialog, { connection: 'c1', name: 'Case', jobs: JOBS, label: undefined, isPending: false });
    await flushPromises();
    const press = (text: string) => {
      const button = [...document.querySelectorAll('button')].find((each) => each.textContent.trim() === text);
      button?.click();
    };
    return { dialog, press };
  }

  it('names the printers, and offers the next job, all of these printers, and to cancel', async () => {
    const { dialog, press } = await ask();
    expect(document.body.textContent).toContain('Loaded on Line 1 · In the queue of Line 1, Line 3');
    for (const text of ['From the next job', 'Change now on Line 1, Line 3', 'Cancel']) press(text);
    expect(dialog.emitted('choose')).toEqual([[{ runningJobs: 'keep' }], [{ runningJobs: 'update', printers: ['Line 1', 'Line 3'] }]]);
    expect(dialog.emitted('cancel')).toHaveLength(1);
  });
});
