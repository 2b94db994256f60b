import { afterEach, describe, expect, it, vi } from 'vitest';
import TileState from '#renderer/panels/monitor/TileState.vue';
import { useFleetStore } from '#renderer/stores/fleet/fleet.ts';
import { aConnection, aJob, aPrinter, aStatus } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig | undefined;
afterEach(() => rig?.end());

async function stateWith(isRestored: boolean, isStale = false): Promise<string> {
  rig = await openPageRig({}, [aConnection({ isRestored })]);
  const freshness = { isStale, contact: undefined };
  const props = { connection: 'c1', printer: 'Line 1', status: aStatus(), freshness, knowsJob: true, density: 'normal' };
  return rig.mount(TileState, props).text();
}

describe('the state on a tile', () => {
  it('is that of the printer', async () => {
    expect(await stateWith(false)).toMatch(/^Ready/);
  });

  it('is not ready while nothing is printed from restored data', async () => {
    expect(await stateWith(true)).toBe('Printing blocked');
  });

  it('is not shown for an unreachable controller', async () => {
    expect(await stateWith(true, true)).not.toContain('Printing blocked');
  });

  it.each([
    ['of one that prints', 'STARTED', true],
    ['not of one whose state has more to say', 'OTHER', false],
    ['not of one that is stopped', 'STOPPED', false],
  ] as const)('has a rate beside it %s', async (_name, state, hasRate) => {
    rig = await openPageRig({}, [aConnection()]);
    const status = aStatus({ state, job: aJob() });
    const rates = [{ connection: 'c1', name: 'Line 1', perMinute: [59, 60] }];
    useFleetStore().apply({ type: 'snapshot', printers: [aPrinter({ status })], rates, now: Date.now() });
    const freshness = { isStale: false, contact: undefined };
    const tile = rig.mount(TileState, { connection: 'c1', printer: 'Line 1', status, freshness, knowsJob: true, density: 'normal' });
    await vi.dynamicImportSettled();
    expect(tile.find('.rate').exists()).toBe(hasRate);
  });
});
