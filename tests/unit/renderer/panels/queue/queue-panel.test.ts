import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import type { QueuedJob } from '#contract/api-v3/queue.ts';
import { ProblemError } from '#contract/problem.ts';
import QueuePanel from '#renderer/panels/queue/QueuePanel.vue';
import { useFleetStore } from '#renderer/stores/fleet/fleet.ts';
import { useLinkStore } from '#renderer/stores/link-state.ts';
import { aConnection, aPrinter, aStatus } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const on = { connection: 'c1', printer: 'Line 2' };
let rig: PageRig;
let jobs: QueuedJob[];
let done: unknown[];

afterEach(() => rig.end());

function aQueued(id: string, parts: Partial<QueuedJob>): QueuedJob {
  return {
    ...{ id, position: 0, state: 'waiting', description: '', label: id, progress: { rows: 0, copies: 0, owed: 0 } },
    ...{ started: 0, printed: 0, voided: 0, checkpoint: false, frozen: true, repeatPrint: false },
    ...parts,
  };
}

async function open(queue: QueuedJob[], refusal?: ProblemError): Promise<VueWrapper> {
  jobs = queue;
  done = [];
  rig = await openPageRig(
    {
      queue: {
        list: async () => ({ jobs }),
        reorder: async ({ order }) => {
          if (refusal) throw refusal;
          done.push(order);
          jobs = order.map((id, position) => ({ ...jobs.find((job) => job.id === id)!, position }));
          return {};
        },
        remove: async ({ id }) => {
          done.push(`remove ${id}`);
          jobs = jobs.filter((job) => job.id !== id);
          return {};
        },
        seek: async ({ id }) => (done.push(`seek ${id}`), {}),
      },
    },
    [aConnection()],
  );
  useLinkStore().follow({ kind: 'open' });
  useFleetStore().apply({ type: 'snapshot', printers: [aPrinter({ name: 'Line 2', status: aStatus() })], now: Date.now() });
  const panel = rig.mount(QueuePanel, on);
  await flushPromises();
  return panel;
}

const names = (panel: VueWrapper) => panel.findAll('.name').map((name) => name.text());
const dialog = () => document.querySelector('[role=alertdialog]');

async function press(label: string, within: ParentNode | null = document): Promise<void> {
  const buttons = [...(within?.querySelectorAll('button') ?? [])];
  const button = buttons.find((one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === label);
  if (!button) throw new Error(`There is no button "${label}".`);
  button.click();
  await flushPromises();
}

const QUEUE = [
  aQueued('Sardines', { state: 'current', started: 3, printed: 2, voided: 1, copies: 10, progress: { rows: 0, copies: 3, owed: 1 } }),
  aQueued('Olives', { position: 1, table: 'Products', firstRow: 4, rowCount: 20, copiesColumn: 'Cases' }),
  aQueued('Honey', { position: 2, description: 'Night shift', checkpoint: true, frozen: false }),
];

describe('the queue of a printer', () => {
  it('shows the content and quantity of each job in order', async () => {
    const panel = await open(QUEUE);
    expect(names(panel)).toEqual(['Sardines', 'Olives: Products', 'Night shift']);
    expect(panel.findAll('li').map((item) => item.findAll('.what .soft').map((line) => line.text()))).toEqual([
      ['Printing · 10 copies', '2 printed · 1 not printed · 1 outstanding', 'Values frozen when loaded'],
      ['Waiting · rows 5 to 24, copies from column Cases', 'Values frozen when loaded'],
      ['Waiting · no limit', 'Checkpoint'],
    ]);
  });

  it('says that there is no job', async () => {
    expect((await open([])).text()).toBe('QueueNo jobs are loaded or waiting.');
  });

  it('reorders jobs only after the current one', async () => {
    const panel = await open(QUEUE);
    const isOff = (label: string) => panel.find(`[aria-label="${label}"]`).attributes('disabled') !== undefined;
    expect([isOff('Move up: Olives: Products'), isOff('Move down: Olives: Products'), isOff('Move down: Night shift')]).toEqual([
      true,
      false,
      true,
    ]);
    await press('Move down: Olives: Products');
    expect([done, names(panel)]).toEqual([[['Sardines', 'Honey', 'Olives']], ['Sardines', 'Night shift', 'Olives: Products']]);
  });

  it('shows why reordering was refused, and the unchanged queue', async () => {
    const panel = await open(QUEUE, new ProblemError('queue-changed', { detail: 'The job x is not in the queue.' }));
    await press('Move up: Night shift');
    expect(panel.text()).toContain('The job x is not in the queue.');
    expect(names(panel)).toEqual(['Sardines', 'Olives: Products', 'Night shift']);
  });

  it('removes a job after a confirmation that names it', async () => {
    const panel = await open(QUEUE);
    await press('Remove: Olives: Products');
    expect([dialog()?.textContent?.includes('Remove "Olives: Products" from the queue of Line 2?'), done]).toEqual([true, []]);
    await press('Remove', dialog());
    expect([done, names(panel)]).toEqual([['remove Olives'], ['Sardines', 'Night shift']]);
  });

  it('returns to a completed checkpoint, and says that it is printed again', async () => {
    await open([aQueued('Honey', { state: 'done', position: -1, checkpoint: true }), ...QUEUE.slice(0, 1)]);
    await press('Return here');
    expect(dialog()?.textContent).toContain('This job and all jobs after it restart at their first rows and are printed again.');
    await press('Return here', dialog());
    expect(done).toEqual(['seek Honey']);
  });
});
