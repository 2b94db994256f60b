import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import type { MissedTrigger } from '#contract/api-v3/missed-trigger.ts';
import MissedTriggers from '#renderer/panels/ledger/MissedTriggers.vue';
import { useFleetStore } from '#renderer/stores/fleet/fleet.ts';
import { useLinkStore } from '#renderer/stores/link-state.ts';
import { aConnection, aPrinter, aStatus } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';
import { untilHolds } from '#support/until-holds.ts';

let rig: PageRig;

afterEach(() => rig.end());

const GAPS: MissedTrigger[] = Array.from({ length: 30 }, (_, index) => ({
  id: 30 - index,
  at: new Date(Date.UTC(2026, 10, 21, 2, 59, 30 - index)).toISOString(),
  reason: index === 0 ? 'Nothing is selected on "Line 2".' : `Reason ${index}`,
}));

async function open(missedTriggers: MissedTrigger[]) {
  rig = await openPageRig(
    {
      prints: {
        missedTriggers: async ({ limit }) => ({
          total: missedTriggers.length,
          missedTriggers: missedTriggers.slice(0, limit),
          next: missedTriggers.length > limit ? missedTriggers[limit - 1]!.id : null,
        }),
      },
    },
    [aConnection({ timeZone: 'Europe/Zurich' })],
  );
  useLinkStore().follow({ kind: 'open' });
  useFleetStore().apply({ type: 'snapshot', printers: [aPrinter({ name: 'Line 2' })], now: Date.now() });
  const panel = rig.mount(MissedTriggers, { connection: 'c1', printer: 'Line 2' });
  await flushPromises();
  return panel;
}

describe('missed triggers', () => {
  it("are listed with the controller's time and the reason, the newest first", async () => {
    const panel = await open(GAPS.slice(0, 2));
    expect(panel.findAll('li').map((item) => item.text())).toEqual([
      '21 NOV 2026 03:59:30, Europe/ZurichNothing is selected on "Line 2".',
      '21 NOV 2026 03:59:29, Europe/ZurichReason 1',
    ]);
  });

  it('that follow each other for the same reason take one row, with their number and both times', async () => {
    const reason = 'The cover of the print head is open.';
    const panel = await open([GAPS[0]!, ...GAPS.slice(1, 9).map((missed) => ({ ...missed, reason })), GAPS[9]!]);
    expect(panel.findAll('li').map((item) => item.text().replaceAll(', Europe/Zurich', ' '))).toEqual([
      '21 NOV 2026 03:59:30 Nothing is selected on "Line 2".',
      `21 NOV 2026 03:59:22  – 21 NOV 2026 03:59:29 8 ×${reason}`,
      '21 NOV 2026 03:59:21 Reason 9',
    ]);
  });

  it('leave the beginning open while older ones with the same reason may not have been read', async () => {
    const many = Array.from({ length: 150 }, (_, index) => ({ ...GAPS[0]!, id: 150 - index }));
    const panel = await open(many);
    const rows = [panel.get('li').text()];
    await panel.get('button').trigger('click');
    await flushPromises();
    rows.push(panel.get('li').text());
    expect(rows).toEqual([
      expect.stringMatching(/^… – 21 NOV 2026 .*100 ×/),
      expect.stringMatching(/^21 NOV 2026 .* – 21 NOV 2026 .*150 ×/),
    ]);
  });

  it('show further pages until there are no more', async () => {
    const panel = await open(GAPS);
    const lengths = [panel.findAll('li').length];
    for (let press = 0; press < 2; press += 1) {
      await panel.get('button').trigger('click');
      await flushPromises();
      lengths.push(panel.findAll('li').length);
    }
    expect([lengths, panel.find('button').exists()]).toEqual([[5, 20, 30], false]);
  });

  it('are read again when the printer misses another one, and show their total', async () => {
    const missed = GAPS.slice(0, 1);
    const panel = await open(missed);
    const texts = [panel.get('p').text()];
    missed.push(...GAPS.slice(1, 12));
    const status = aStatus({ missedTriggers: 12 });
    useFleetStore().apply({ type: 'changed', printer: aPrinter({ name: 'Line 2', status }) });
    await untilHolds(() => expect(panel.findAll('li')).toHaveLength(5));
    texts.push(panel.get('p').text());
    expect(texts).toEqual([
      '1 trigger arrived, but nothing could be printed. No serial number was used.',
      '12 triggers arrived, but nothing could be printed. No serial numbers were used.',
    ]);
  });

  it('are hidden if there are none', async () => {
    expect((await open([])).text()).toBe('');
  });
});
