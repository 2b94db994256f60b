import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLEARANCE_CHECKS, type Changeover } from '#contract/station/changeovers.ts';
import type { StationClient } from '#contract/station/index.ts';
import { openConnectedStation, type ConnectedStation } from '#support/connected-station.ts';
import { once } from '#support/once.ts';
import { textLabel } from '#support/open-service.ts';
import { LINKS } from '#support/open-station.ts';
import { operationsOf } from '#support/recording-client.ts';
import { namedPrinterWhen } from '#support/watch.ts';

const NOUNS = ['changeovers', 'handoverNotes', 'interruptions'];
let place: ConnectedStation;

beforeAll(async () => {
  place = await openConnectedStation({ virtualPrinters: 2 });
});

afterAll(() => place.close());

/** The changeovers of a line, newest first. */
async function changeoversOf(client: StationClient, line: string): Promise<Changeover[]> {
  const stop = new AbortController();
  for await (const { changeovers } of client.changeovers.watch({ line }, stop.signal)) {
    stop.abort();
    return changeovers;
  }
  throw new Error('the feed ended');
}

describe.each(LINKS)('over a %s', (link) => {
  const called = new Set<string>();
  let client: StationClient;
  let connection: string;
  let printer: string;

  beforeAll(async () => {
    ({ client, connection } = await place.connect(link, called));
    printer = link === 'WebSocket' ? 'Line 1' : 'Line 2';
  });

  it('changeovers are begun, done step by step, recorded and cancelled', async () => {
    const line = (await client.lines.add({ name: `Changed ${link}`, printers: [{ connection, printer }] })).id;
    const name = `Changeover ${link}`;
    await client.labels.put({ expected: null, connection, name, label: { ...textLabel('Hello') } });
    const load = async () => {
      const { id } = await client.printing.select({ connection, printer, job: { labelName: name, queue: false }, ...once() });
      await namedPrinterWhen(client, printer, ({ status }) => status?.job?.id === id);
    };
    await load();
    const { id: changeover } = await client.changeovers.begin({ line });
    const at = { changeover, connection, printer };
    await client.changeovers.endJob({ ...at, ...once() });
    await client.changeovers.count(at);
    await client.changeovers.confirmCounts({ changeover });
    await expect(client.changeovers.leaveOut(at)).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    await client.changeovers.confirmClearance({ changeover, by: 'Ana', checks: [...CLEARANCE_CHECKS] });
    await load();
    await client.changeovers.confirmJobs({ changeover });
    await client.changeovers.selectAgain({ changeover });
    await client.changeovers.confirmJobs({ changeover });
    await client.printing.trigger({ connection, printer, ...once() });
    const { status } = await namedPrinterWhen(client, printer, (seen) => seen.status?.job?.firstPrint !== undefined);
    const print = status!.job!.firstPrint!;
    const firstPrintAfter = async (verdict: 'right' | 'wrong') => {
      await client.printing.checkFirstPrint({ connection, printer, print, verdict, ...once() });
      await client.changeovers.checkFirstPrint({ ...at, print });
      return (await changeoversOf(client, line))[0]?.printers[0]?.firstPrint;
    };
    await client.changeovers.checkFirstPrint({ ...at, print });
    expect((await changeoversOf(client, line))[0]?.printers[0]?.firstPrint).toBe('stopped');
    expect([await firstPrintAfter('wrong'), await firstPrintAfter('right')]).toEqual(['stopped', 'approved']);
    await client.changeovers.finish({ changeover });
    const second = await client.changeovers.begin({ line });
    await client.changeovers.cancel({ changeover: second.id });
    expect(await changeoversOf(client, line)).toMatchObject([
      { id: second.id, stage: 'cancelled' },
      {
        ...{ id: changeover, stage: 'finished', clearance: { by: 'Ana' } },
        printers: [{ before: { name }, after: { name }, firstPrint: 'approved', counts: { prints: { unknown: 0 } } }],
      },
    ]);
    await client.printing.deselect({ connection, printer, ...once() });
    await client.lines.remove({ id: line });
    await client.labels.remove({ connection, name });
  });

  it('handoverNotes are written and watched, for a line that exists', async () => {
    const { id: line } = await client.lines.add({ name: `Noted ${link}`, printers: [] });
    const note = await client.handoverNotes.add({ line, by: ' Ana ', text: 'Head 2 drips.' });
    await expect(client.handoverNotes.add({ line: 'none', by: 'Ana', text: 'x' })).rejects.toMatchObject({ slug: 'not-found' });
    await expect(client.handoverNotes.add({ line, by: 'Ana', text: ' ' })).rejects.toMatchObject({ slug: 'invalid-input' });
    const stop = new AbortController();
    for await (const { notes } of client.handoverNotes.watch({ line }, stop.signal)) {
      expect(notes).toEqual([{ ...note, by: 'Ana', text: 'Head 2 drips.' }]);
      break;
    }
    stop.abort();
    await client.lines.remove({ id: line });
  });

  it('interruptions are watched; there is nothing to resume on a printer that was not interrupted', async () => {
    const stop = new AbortController();
    for await (const { interruptions } of client.interruptions.watch({}, stop.signal)) {
      expect(interruptions).toEqual([]);
      break;
    }
    stop.abort();
    await expect(client.interruptions.resume({ connection, printer })).rejects.toMatchObject({ slug: 'not-found' });
  });

  it('every operation was called', () => {
    expect([...called].sort()).toEqual(expect.arrayContaining(operationsOf((noun) => NOUNS.includes(noun))));
  });
});
