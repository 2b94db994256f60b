import { afterEach, expect, it } from 'vitest';
import TileActions from '#renderer/panels/monitor/TileActions.vue';
import { useFleetStore } from '#renderer/stores/fleet/fleet.ts';
import { useLinkStore } from '#renderer/stores/link-state.ts';
import { aConnection, aPrinter, aStatus } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig | undefined;
afterEach(() => rig?.end());

it('H10 the actions of a tile say all errors completely, which the tile may only say in its tooltip', async () => {
  rig = await openPageRig({}, [aConnection()]);
  useLinkStore().follow({ kind: 'open' });
  const errors = [
    'The cover is open.',
    'The ink supply of the second print head is nearly empty, and its filter was last changed in spring.',
    'Fan 2 is slow.',
  ];
  const status = aStatus({ state: 'ERROR', ragStatus: 'RED', errors });
  useFleetStore().apply({ type: 'snapshot', printers: [aPrinter({ status })], now: Date.now() });
  await rig.mount(TileActions, { connection: 'c1', printer: 'Line 1' });
  const listed = [...document.querySelectorAll('[role="dialog"] .errors li')].map((item) => item.textContent);
  expect(listed).toEqual(errors.slice(1));
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain(errors[0]);
});
