import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrintsPage } from '#contract/api-v3/print.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { textLabel } from '#support/open-service.ts';
import { until } from '#support/until.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

/** Requests with an idempotency key, and a controller that is killed before or after it answers them. */

const FLAGS = ['--empty', '--virtual-printers', '1'];
const JOB = { labelName: 'Serial' };

let dataFolder: string;
let controller: ControllerProcess;

const start = async () => {
  controller = await startController({ dataFolder, flags: FLAGS });
};
const kill = async () => {
  await controller.kill();
  await start();
};

async function call(method: string, path: string, { body, key }: { body?: unknown; key?: string } = {}) {
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const response = await fetch(`${controller.url}/api/v3/${path}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const read = async <Answer>(path: string) => JSON.parse((await call('GET', path)).text) as Answer;
const trigger = () => call('POST', 'trigger', { key: 'trigger-1' });
const select = () => call('POST', 'printJob', { body: JOB, key: 'select-1' });

/** The ledger, newest first. */
const prints = async () => (await read<PrintsPage>('prints')).prints;

beforeEach(async () => {
  dataFolder = temporaryFolder();
  await start();
  await call('PUT', 'counters/Serial', { body: { value: 1 } });
  await call('PUT', 'labels/Serial', { body: textLabel('{COUNTER;Serial}') });
  await until(
    () => read<{ state: string }>('status'),
    ({ state }) => state === 'STARTED',
  );
});
afterEach(() => controller.stop());

describe('A3 a repeat after a kill', () => {
  it('gets the responses sent before the kill, and nothing is executed twice', async () => {
    const answers = [await select(), await trigger()];
    await until(prints, ([print]) => print?.state === 'printed');
    await kill();
    expect([await select(), await trigger()]).toEqual(answers);
    expect({ prints: await prints(), counter: await read('counters/Serial') }).toMatchObject({
      prints: [{ state: 'printed', counters: [{ value: 1 }] }],
      counter: { value: 2 },
    });
  });

  it('prints at most once and is answered, whatever the outcome of the interrupted trigger', async () => {
    await select();
    const lost = trigger().catch(() => undefined);
    const ledger = new DatabaseSync(join(dataFolder, 'controller.db'), { readOnly: true });
    await until(
      async () => ledger.prepare('SELECT id FROM prints').all().length,
      (reserved) => reserved > 0,
    );
    await controller.kill();
    ledger.close();
    await lost;
    await start();
    const answer = await until(trigger, ({ status }) => status !== 409);
    const outcomes = (await prints()).map(({ state }) => (state === 'void' ? 'void' : 'made'));
    // A response stored before the kill is repeated; if the print was not made, the ledger says so and its copy is still to be printed.
    expect(['202,made', '202,made,void', '202,void']).toContain([answer.status, ...outcomes].join());
  });
});
