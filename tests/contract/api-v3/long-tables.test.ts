import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request, type ClientRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startController, type ControllerProcess } from '#support/controller-process.ts';

const PATH = '/api/v3/tables/Articles';
const OLD = { columns: ['GTIN'], rows: [['9521234500019']] };
const ROW = 'A-0000001,Tea,best before end of 2027\n';
const ROWS = 60_000;
/** A machine that has other things to do takes its time over them. */

let controller: ControllerProcess;

beforeEach(async () => {
  controller = await startController({ flags: ['--empty', '--virtual-printers', '1'] });
  await fetch(controller.url + PATH, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(OLD) });
});

afterEach(async () => {
  await controller.stop();
});

describe('a table of many rows', () => {
  it('is stored and given back as CSV', async () => {
    const file = `Article,Name,Note\r\n${ROW.replace('\n', '\r\n').repeat(ROWS)}`;
    const { status } = await fetch(controller.url + PATH, { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: file });
    const back = await fetch(controller.url + PATH, { headers: { accept: 'text/csv' } });
    expect({ status, isSame: (await back.text()) === file }).toEqual({ status: 204, isSame: true });
  });

  it('is not stored when its sender goes away, and leaves nothing behind', async () => {
    const sending = beginPut();
    sending.write('Article,Name,Note\n');
    for (let sent = 0; sent < ROWS; sent += 1_000) await written(sending, ROW.repeat(1_000));
    await expect.poll(stagingFiles).toHaveLength(1);
    sending.destroy();
    await expect.poll(stagingFiles).toEqual([]);
    expect(await (await fetch(controller.url + PATH)).json()).toEqual(OLD);
  });

  it('is refused at its first fault while it is still being sent', async () => {
    const sending = beginPut();
    const answered = once(sending, 'response');
    sending.write('Article,Name,Note\n');
    let isAnswered = false;
    void answered.then(() => (isAnswered = true));
    for (let sent = 0; !isAnswered; sent += 1_000) await written(sending, sent === 20_000 ? 'one,two\n' : ROW.repeat(1_000));
    const [answer] = (await answered) as [AsyncIterable<Buffer> & { statusCode: number }];
    expect(answer.statusCode).toBe(422);
    sending.destroy();
    expect(await (await fetch(controller.url + PATH)).json()).toEqual(OLD);
  });
});

function beginPut(): ClientRequest {
  const sending = request(controller.url + PATH, { method: 'PUT', headers: { 'content-type': 'text/csv' } });
  // Either side may close the connection first.
  sending.on('error', () => undefined);
  return sending;
}

async function written(sending: ClientRequest, text: string): Promise<void> {
  await new Promise<void>((resolve) => sending.write(text, () => resolve()));
}

function stagingFiles(): string[] {
  return readdirSync(controller.dataFolder).filter((name) => name.includes('-rows-'));
}
