import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import { nextPaint } from '#renderer/domain/browser/next-task.ts';
import { passesFilter, NO_FILTER, type FilterFacts, type MonitorFilter } from '#renderer/panels/monitor/monitor-filter.ts';
import { useMonitorFilter } from '#renderer/panels/monitor/use-monitor-filter.ts';
import { useFleetStore } from '#renderer/stores/fleet/fleet.ts';
import { useLinesStore } from '#renderer/stores/lines.ts';
import { useLinkStore } from '#renderer/stores/link-state.ts';
import { aConnection, aJob, aPrinter, aStatus } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const TILE = { connection: 'c1', printer: 'Line 1' };
const FACTS: FilterFacts = { standing: 'caution', line: 'l1', words: 'line 1\nhall 2\nfilling\nketchup 500 ml' };

describe('a printer passes a filter', () => {
  it.each<[string, Partial<MonitorFilter>, boolean]>([
    ['without limits', {}, true],
    ['of parts of its texts in any order', { text: 'Ketch fill' }, true],
    ['of a text that it does not have', { text: 'mustard' }, false],
    ['of its state', { state: 'warning' }, true],
    ['of another state', { state: 'printing' }, false],
    ['of its line and controller', { line: 'l1', controller: 'c1' }, true],
    ['of another line', { line: 'l2' }, false],
    ['of another controller', { controller: 'c2' }, false],
  ])('%s: %o', (_name, part, isShown) => {
    expect(passesFilter({ ...NO_FILTER, ...part }, TILE, () => FACTS)).toBe(isShown);
  });
});

describe('the filter of the monitor', () => {
  let rig: PageRig;
  afterEach(() => rig.end());

  async function open(address: string) {
    rig = await openPageRig({}, [aConnection({ name: 'Hall 2' })]);
    useLinkStore().follow({ kind: 'open' });
    const printers = [aPrinter({ status: aStatus({ job: aJob({ label: 'Ketchup' }) }) }), aPrinter({ name: 'Line 2' })];
    useFleetStore().apply({ type: 'snapshot', printers, now: Date.now() });
    useLinesStore().apply({
      type: 'snapshot',
      lines: [{ id: 'l1', name: 'Filling', printers: [{ connection: 'c1', printer: 'Line 2' }], controllerLines: [] }],
    });
    await rig.router.push(address);
    const { passes, set } = rig.run(() => useMonitorFilter());
    const found = () => ['Line 1', 'Line 2'].filter((printer) => passes.value?.({ connection: 'c1', printer }) ?? true);
    return { found, set };
  }

  it.each([
    ['/', ['Line 1', 'Line 2']],
    ['/?q=ketch', ['Line 1']],
    ['/?q=hall', ['Line 1', 'Line 2']],
    ['/?q=filling', ['Line 2']],
    ['/?state=ready', ['Line 2']],
    ['/?state=nonsense', ['Line 1', 'Line 2']],
    ['/?line=l1', ['Line 2']],
  ])('is read from the address %s', async (address, expected) => {
    expect((await open(address)).found()).toEqual(expected);
  });

  it('finds what a printer prints now', async () => {
    const { found } = await open('/?q=mustard');
    expect(found()).toEqual([]);
    useFleetStore().apply({ type: 'changed', printer: aPrinter({ name: 'Line 2', status: aStatus({ job: aJob({ label: 'Mustard' }) }) }) });
    expect(found()).toEqual(['Line 2']);
  });

  it('is kept in the address after the board was painted', async () => {
    const { set } = await open('/?q=ketch');
    set({ state: 'printing' });
    await nextPaint();
    await flushPromises();
    expect(rig.router.currentRoute.value.fullPath).toBe('/?q=ketch&state=printing');
    set({ text: '' });
    set({ state: '' });
    await nextPaint();
    await flushPromises();
    expect(rig.router.currentRoute.value.fullPath).toBe('/');
  });
});
