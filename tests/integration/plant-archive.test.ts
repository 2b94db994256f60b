import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PlantState } from '#contract/api-v3/plant.ts';
import type { ArchivePage } from '#contract/plant/archive-search.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { textLabel } from '#support/open-service.ts';
import { runProgram, startProgram, type Program } from '#support/program.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { until } from '#support/until.ts';

/** A controller sends its prints to a real plant with its embedded database; both are killed again and again. */

const ROUNDS = 2;
/** Milliseconds: the first start of an embedded database takes half a minute on a busy machine. */
const START_LIMIT = 240_000;
const PRINTS = 8;

interface LedgerPage {
  prints: { id: number; state: string; settled: string }[];
}

let plantFolder: string;
let dataFolder: string;
let key: string;
let plant: Program;
let controller: ControllerProcess;
/** Stops what the test has started, also if the start of another program failed. */
let started: (() => Promise<unknown>)[] = [];

const startPlant = async (port = 0) => {
  plant = await startProgram('plant.ts', ['--data', plantFolder, '--port', String(port)]);
};
const startLine = async () => {
  controller = await startController({ dataFolder, flags: ['--empty', '--virtual-printers', '1'] });
};
beforeEach(async () => {
  [plantFolder, dataFolder] = [temporaryFolder(), temporaryFolder()];
  const added = await runProgram('plant.ts', ['keys', 'add', 'line', '--scopes', 'report,read', '--data', plantFolder]);
  key = added.stdout.trim().split('\n').at(-1) ?? '';
  started = [];
  await startPlant();
  started.push(() => plant.stop());
  await startLine();
  started.push(() => controller.stop());
}, START_LIMIT);
afterEach(async () => {
  await Promise.all(started.map((stop) => stop()));
});

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { ...(body !== undefined && { 'content-type': 'application/json' }) };
  return fetch(`${controller.url}/api/v3/${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
}
async function archive(path: string): Promise<Response> {
  return fetch(`${plant.url}/plant/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
}
const ledger = async () => ((await (await call('GET', 'prints?limit=500')).json()) as LedgerPage).prints;
const archived = async () => ((await (await archive('prints?limit=500')).json()) as ArchivePage).prints;
const trigger = () => call('POST', 'printers/Line%201/trigger');

/** Prints until so many more are in the ledger, or the controller is killed. */
async function print(count: number): Promise<void> {
  await call('POST', 'printers/Line%201/printJob', { labelName: 'Serial' });
  const before = (await ledger()).length;
  await until(
    async () => {
      await trigger();
      return (await ledger()).length;
    },
    (prints) => prints >= before + count,
  );
}

it(
  'the archive has every print of the ledger in its last state, however often plant and controller are killed',
  { timeout: 240_000 },
  async () => {
    const counter = { value: 1, minValue: 0, maxValue: 1_000_000, repeat: 1, step: 1, width: 6, padding: '0', description: '' };
    expect((await call('PUT', 'counters/serial', counter)).ok).toBe(true);
    expect((await call('PUT', 'labels/Serial', textLabel('No. {COUNTER;serial}'))).ok).toBe(true);
    const settings = { isEnabled: true, url: plant.url, key, name: 'Filler', line: 'Line A' };
    expect(await (await call('POST', 'plant/test', settings)).json()).toEqual({ isAccepted: true });
    expect((await call('PUT', 'settings/plant', settings)).status).toBe(204);
    const port = Number(new URL(plant.url).port);
    for (let round = 0; round < ROUNDS; round++) {
      await print(PRINTS);
      await plant.kill();
      await print(PRINTS);
      const printing = print(PRINTS * 10).catch(() => undefined);
      await until(ledger, ({ length }) => length > (round + 1) * 2 * PRINTS + 2);
      await controller.kill();
      await printing;
      await startPlant(port);
      await startLine();
    }
    await call('PUT', 'settings/plant', settings);
    const state = async () => (await (await call('GET', 'plant')).json()) as PlantState;
    const last = await until(state, ({ waiting, phase }) => waiting === 0 && phase === 'connected');
    expect(last).toMatchObject({ refused: 0 });
    const stated = (prints: readonly { id: number; state: string; settled: string }[]) =>
      prints.map(({ id, state: of }) => ({ id, state: of })).sort((a, b) => a.id - b.id);
    const wanted = await ledger();
    expect(wanted.length).toBeGreaterThan(ROUNDS * 2 * PRINTS);
    await until(archived, ({ length }) => length === wanted.length);
    expect(stated(await archived())).toEqual(stated(await ledger()));
    const [first] = ((await (await archive('prints?serial=000001')).json()) as ArchivePage).prints;
    expect(first).toMatchObject({ id: 1, controllerName: 'Filler', line: 'Line A', label: 'Serial', serials: ['000001'] });
    const picture = await archive(`prints/${first?.controller}/1/picture?reserved=${first?.reserved}`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  },
);
