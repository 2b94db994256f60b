import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ArchivePage } from '#contract/plant/archive-search.ts';
import { runProgram, startProgram, type Program } from '#support/program.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { until } from '#support/until.ts';
import { ArchivedLine, statesOf } from './archived-line.ts';

/** A controller sends its prints to a real plant with its embedded database; both are killed again and again. */

const ROUNDS = 2;
/** Milliseconds: the first start of an embedded database takes half a minute on a busy machine. */
const START_LIMIT = 240_000;
const PRINTS = 8;

let plantFolder: string;
let key: string;
let plant: Program;
let line: ArchivedLine;
/** Stops what the test has started, also if the start of another program failed. */
let started: (() => Promise<unknown>)[] = [];

const startPlant = async (port = 0) => {
  plant = await startProgram('plant.ts', ['--data', plantFolder, '--port', String(port)]);
};
beforeEach(async () => {
  plantFolder = temporaryFolder();
  const added = await runProgram('plant.ts', ['keys', 'add', 'line', '--scopes', 'report,read', '--data', plantFolder]);
  key = added.stdout.trim().split('\n').at(-1) ?? '';
  started = [];
  await startPlant();
  started.push(() => plant.stop());
  line = new ArchivedLine();
  await line.start();
  started.push(() => line.stop());
}, START_LIMIT);
afterEach(async () => {
  await Promise.all(started.map((stop) => stop()));
});

async function archive(path: string): Promise<Response> {
  return fetch(`${plant.url}/plant/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
}
const archived = async () => ((await (await archive('prints?limit=500')).json()) as ArchivePage).prints;

it(
  'the archive has every print of the ledger in its last state, however often plant and controller are killed',
  { timeout: 240_000 },
  async () => {
    await line.furnish();
    const settings = { isEnabled: true, url: plant.url, key, name: 'Filler', line: 'Line A' };
    expect(await (await line.call('POST', 'plant/test', settings)).json()).toEqual({ isAccepted: true });
    await line.put('settings/plant', settings);
    const port = Number(new URL(plant.url).port);
    for (let round = 0; round < ROUNDS; round++) {
      await line.print(PRINTS);
      await plant.kill();
      await line.print(PRINTS);
      const printing = line.print(PRINTS * 10).catch(() => undefined);
      await until(
        () => line.ledger(),
        ({ length }) => length > (round + 1) * 2 * PRINTS + 2,
      );
      await line.kill();
      await printing;
      await startPlant(port);
      await line.start();
    }
    await line.put('settings/plant', settings);
    expect(await line.drain()).toMatchObject({ refused: 0 });
    const wanted = await line.ledger();
    expect(wanted.length).toBeGreaterThan(ROUNDS * 2 * PRINTS);
    await until(archived, ({ length }) => length === wanted.length);
    expect(statesOf(await archived())).toEqual(await line.ledger());
    const [first] = ((await (await archive('prints?serial=000001')).json()) as ArchivePage).prints;
    expect(first).toMatchObject({ id: 1, controllerName: 'Filler', line: 'Line A', label: 'Serial', serials: ['000001'] });
    const picture = await archive(`prints/${first?.controller}/1/picture?reserved=${first?.reserved}`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  },
);
