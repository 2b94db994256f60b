import { afterEach, describe, expect, it } from 'vitest';
import ConnectionCard from '#renderer/panels/connection/ConnectionCard.vue';
import { useFleetStore } from '#renderer/stores/fleet/fleet.ts';
import { aConnection, aPrinter } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const NOW = Date.parse('2026-11-21T14:03:12Z');
const HOUR = 3_600_000;
let rig: PageRig | undefined;
afterEach(() => rig?.end());

/** The last contact on the card when the connection reports one time and its only printer another. */
async function contactOf(told: number | null, printer: number | null): Promise<string> {
  const connection = aConnection({ state: 'lost', lastContact: told });
  rig = await openPageRig({}, [connection]);
  useFleetStore().apply({ type: 'snapshot', printers: [aPrinter({ lastContact: printer })], now: NOW });
  const terms = rig.mount(ConnectionCard, { connection, canGoUp: false, canGoDown: false }).findAll('dt');
  return terms.find((term) => term.text() === 'Last contact')?.element.nextElementSibling?.textContent?.trim() ?? '';
}

describe('the last contact of a connection', () => {
  it('is the latest answer of the connection or of one of its printers', async () => {
    expect([await contactOf(NOW - 30_000, NOW - 20_000), await contactOf(NOW - 10_000, NOW - 20_000)]).toEqual(['20 s ago', '10 s ago']);
  });

  it('C6 is that of its printers when the connection reported its own before the clock was set back', async () => {
    expect(await contactOf(NOW + HOUR, NOW - 20_000)).toBe('20 s ago');
  });

  it('C6 is a time, not an age, if all reported times are in the future', async () => {
    expect(await contactOf(NOW + HOUR, null)).toBe('21 NOV 2026, 15:03');
  });

  it('is never if there was no answer', async () => {
    expect(await contactOf(null, null)).toBe('never');
  });
});
