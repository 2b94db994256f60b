import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { untilHolds } from '#support/until-holds.ts';
import { connectionWhen, printerWhen } from '#support/watch.ts';

const FOLDERS = join(import.meta.dirname, '../fixtures/data-folders');
const ADA = { name: 'Ada', secret: '482915' };
const place = { connection: 'embedded', printer: 'Line 1' };

async function start(dataFolder: string): Promise<{ station: StationProcess; client: StationClient }> {
  const station = await startStation({ dataFolder });
  onTestFinished(async () => void (await station.stop()));
  const client = await station.connect();
  await connectionWhen(client, ({ id, state }) => id === 'embedded' && state === 'online');
  return { station, client };
}

const printsOf = async (client: StationClient): Promise<string[]> =>
  (await client.prints.list({ connection: 'embedded', limit: 50 })).prints.map(({ label, state }) => `${label} ${state}`);
const trigger = (client: StationClient) => client.printing.trigger({ ...place, idempotencyKey: crypto.randomUUID() });

it.each(['0.1.0'])(
  'G9 the data folder of version %s starts, works without people as before, and with people after the first one',
  async (version) => {
    const folder = join(temporaryFolder(), 'data');
    cpSync(join(FOLDERS, version), folder, { recursive: true });
    const { station, client } = await start(folder);
    const lot = (await client.variables.list({ connection: 'embedded' })).find(({ name }) => name === 'Lot');
    expect([await printsOf(client), lot?.value]).toEqual([Array(5).fill('Can date code printed'), 'L7']);
    // The test starts a copy, whose original may print too: it prints after a person has confirmed it and selected the job again.
    await client.recovery.confirm({ connection: 'embedded' });
    await client.printing.select({ ...place, idempotencyKey: crypto.randomUUID(), job: { labelName: 'Can date code' } });
    await printerWhen(client, ({ name, status }) => name === place.printer && status?.state === 'STARTED');
    await expect(trigger(client)).resolves.toMatchObject({ result: 'printing' });
    await untilHolds(async () => expect(await printsOf(client)).toEqual(Array(6).fill('Can date code printed')));

    await client.people.add({ ...ADA, role: 'administrator', lines: null, isEnabled: true });
    await client.people.signOut({});
    await expect(trigger(client)).rejects.toMatchObject({ slug: 'person-required' });
    await client.people.signIn(ADA);
    await expect(trigger(client)).resolves.toMatchObject({ result: 'printing' });
    await untilHolds(async () => expect(await printsOf(client)).toHaveLength(7));
    expect(await station.stop()).toBe(0);

    const again = await start(folder);
    await expect(trigger(again.client)).rejects.toMatchObject({ slug: 'person-required' });
    await again.client.people.signIn(ADA);
    await printerWhen(again.client, ({ name, status }) => name === place.printer && status?.state === 'STARTED');
    await expect(trigger(again.client)).resolves.toMatchObject({ result: 'printing' });
    await untilHolds(async () => expect(await printsOf(again.client)).toEqual(Array(8).fill('Can date code printed')));
  },
);
