import { flushPromises } from '@vue/test-utils';
import axios from 'axios';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FleetPrinter } from '#contract/station/fleet.ts';
import NextPrint from '#renderer/panels/job/NextPrint.vue';
import SelectButton from '#renderer/panels/job/SelectButton.vue';
import PrinterTile from '#renderer/panels/monitor/PrinterTile.vue';
import AbortButton from '#renderer/panels/printer/AbortButton.vue';
import OperatePanel from '#renderer/panels/printer/OperatePanel.vue';
import { useFleetStore } from '#renderer/stores/fleet/fleet.ts';
import { useLinkStore } from '#renderer/stores/link-state.ts';
import { useScannerStore } from '#renderer/stores/scanning/scanner.ts';
import { aConnection, aJob, aPrinter, aStatus } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const on = { connection: 'c1', printer: 'Line 2' };
const done: string[] = [];
let rig: PageRig;

afterEach(() => rig.end());

async function openWith(printer: Partial<FleetPrinter>) {
  done.length = 0;
  rig = await openPageRig(
    {
      printing: {
        abort: async () => (done.push('abort'), {}),
        trigger: async () => (done.push('trigger'), { result: 'printing' }),
        select: async ({ job }) => (done.push(`select ${job.labelName}`), { id: 'j2', position: 0 }),
      },
    },
    [aConnection()],
  );
  rig.router.addRoute({ path: '/printers/:connection/:printer', name: 'printer', component: { render: () => null } });
  useLinkStore().follow({ kind: 'open' });
  useFleetStore().apply({ type: 'snapshot', printers: [aPrinter({ name: 'Line 2', ...printer })], now: Date.now() });
}

const dialog = () => document.querySelector('[role=alertdialog]');
const answer = (text: string) => [...(dialog()?.querySelectorAll('button') ?? [])].find((button) => button.textContent.trim() === text);

describe('abort', () => {
  beforeEach(() => openWith({ status: aStatus({ job: aJob({ label: 'Ketchup 500 g' }), queue: 2 }) }));

  it('H18 names the job that it ends, with the focus on the safe button', async () => {
    await rig.mount(AbortButton, on).get('button').trigger('click');
    await flushPromises();
    expect(dialog()?.textContent).toContain('Abort "Ketchup 500 g" (412 of 1000) on Line 2?');
    expect(dialog()?.textContent).toContain('Waiting jobs that are also removed: 2.');
    expect(document.activeElement).toBe(answer('Keep printing'));
    expect(done).toEqual([]);
  });

  it('H18 is executed once confirmed', async () => {
    await rig.mount(AbortButton, on).get('button').trigger('click');
    await flushPromises();
    answer('Abort')?.click();
    await flushPromises();
    expect(done).toEqual(['abort']);
    expect(dialog()).toBeNull();
  });
});

describe('loading a job', () => {
  const next = { ...on, job: { labelName: 'Food case', queue: false }, name: 'Food case' };

  it('H18 asks before it replaces a job, naming both', async () => {
    await openWith({ status: aStatus({ job: aJob({ label: 'Ketchup 500 g' }) }) });
    await rig.mount(SelectButton, next).get('button').trigger('click');
    await flushPromises();
    expect(dialog()?.textContent).toContain('Replaces "Ketchup 500 g" (412 of 1000) with "Food case" on Line 2.');
    expect(done).toEqual([]);
    answer('Replace')?.click();
    await flushPromises();
    expect(done).toEqual(['select Food case']);
  });

  it('counts a single waiting job as well as several', async () => {
    await openWith({ status: aStatus({ job: aJob({ label: 'Ketchup 500 g' }), queue: 1 }) });
    const said = rig.mount(SelectButton, next).text();
    expect(said).toContain('Replaces "Ketchup 500 g" (412 of 1000) and all waiting jobs (1) with "Food case" on Line 2.');
  });

  it('needs no confirmation if no job is replaced', async () => {
    await openWith({});
    await rig.mount(SelectButton, next).get('button').trigger('click');
    await flushPromises();
    expect(done).toEqual(['select Food case']);
  });

  it('needs no confirmation to append', async () => {
    await openWith({ status: aStatus({ job: aJob() }) });
    await rig
      .mount(SelectButton, { ...next, job: { ...next.job, queue: true } })
      .get('button')
      .trigger('click');
    await flushPromises();
    expect(done).toEqual(['select Food case']);
  });
});

describe('the trigger', () => {
  it.each([
    ['nothing is selected', { status: aStatus() }, 'Load a job first.'],
    ['the printer is stopped', { status: aStatus({ state: 'STOPPED', job: aJob() }) }, 'The printer cannot print in this state.'],
    ['the controller is away', { status: aStatus({ job: aJob() }), stale: true }, 'The controller is not responding.'],
  ] as const)('says why it is off when %s, and abort stays', async (_when, printer, reason) => {
    await openWith(printer as Partial<FleetPrinter>);
    const panel = rig.mount(OperatePanel, on);
    const [trigger, abort] = panel.findAll('button');
    expect(trigger?.attributes('disabled')).toBeDefined();
    expect(panel.text()).toContain(reason);
    expect(abort?.attributes('disabled')).toBeUndefined();
  });
});

describe('the keys of the operating panel', () => {
  const press = (init: KeyboardEventInit, target: EventTarget = document.body) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  const isAsked = async () => (await flushPromises(), dialog() !== null);

  beforeEach(async () => {
    await openWith({ status: aStatus({ job: aJob({ label: 'Ketchup 500 g' }) }) });
    rig.mount(OperatePanel, on);
  });

  it('H18 the key for aborting asks first, and the key for triggering does nothing behind the question', async () => {
    press({ key: 'F9' });
    expect(await isAsked()).toBe(true);
    press({ key: 'F8' });
    await flushPromises();
    expect(done).toEqual([]);
  });

  it('F8 triggers once, also if it is held down', async () => {
    press({ key: 'F8' });
    press({ key: 'F8', repeat: true });
    await flushPromises();
    expect(done).toEqual(['trigger']);
  });

  it.each([
    ['in a field', () => press({ key: 'F8' }, document.body.appendChild(document.createElement('input')))],
    ['with another key', () => press({ key: 'F8', altKey: true })],
  ])('do nothing %s', async (_, act) => {
    act();
    await flushPromises();
    expect(done).toEqual([]);
  });

  it('H23 do nothing while a scanner types', async () => {
    const stop = useScannerStore().start();
    press({ key: '4' });
    press({ key: 'F8' });
    await flushPromises();
    stop();
    expect(done).toEqual([]);
  });
});

describe('a tile', () => {
  it('H15 says since when there is no data', async () => {
    const lastContact = new Date(2026, 10, 21, 14, 3, 12).getTime();
    await openWith({ stale: true, missedPolls: 5, lastContact, status: aStatus({ job: aJob() }) });
    const tile = rig.mount(PrinterTile, { ...on, density: 'normal' });
    expect(tile.text()).toContain('No data since 14:03:12');
    expect(tile.text()).not.toContain('Printing');
  });

  it('H14 shows the label with its version, and the progress', async () => {
    await openWith({ status: aStatus({ job: aJob({ description: 'Morning shift' }) }) });
    const tile = rig.mount(PrinterTile, { ...on, density: 'normal' });
    expect(tile.text()).toContain('Morning shift · Best before');
    expect(tile.text()).toContain('version 3');
    expect(tile.text()).toContain('412 / 1000');
  });

  it('shows every error as text', async () => {
    await openWith({ status: aStatus({ state: 'ERROR', ragStatus: 'RED', errors: ['Cover open', 'Ink supply A is empty'] }) });
    const tile = rig.mount(PrinterTile, { ...on, density: 'normal' });
    expect(tile.text()).toContain('Cover open');
    expect(tile.text()).toContain('Ink supply A is empty');
  });

  it('is named after its printer and links to its page', async () => {
    await openWith({});
    const tile = rig.mount(PrinterTile, { ...on, density: 'normal' });
    const link = document.getElementById(tile.attributes('aria-labelledby') ?? '');
    expect([link?.textContent, link?.getAttribute('href')]).toEqual(['Line 2', '/printers/c1/Line%202']);
  });
});

describe('the print counters', () => {
  const usual = axios.defaults.adapter;
  beforeEach(() => {
    // The picture of the next print stays on its way.
    axios.defaults.adapter = () => new Promise(() => undefined);
  });
  afterEach(() => {
    axios.defaults.adapter = usual;
  });

  it.each([true, false])('H15 is hatched while the controller is away: %s', async (stale) => {
    await openWith({ stale, lastContact: Date.now(), status: aStatus({ job: aJob() }) });
    const soFar = rig.mount(NextPrint, { ...on, hasJob: true, isSmall: false }).get('[role=progressbar]').element.parentElement;
    expect(soFar?.textContent).toContain('412');
    expect(soFar?.classList.contains('hatched')).toBe(stale);
  });
});
