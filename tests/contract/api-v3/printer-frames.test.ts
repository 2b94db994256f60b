import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Frames } from '#contract/api-v3/frame.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';
import { untilHolds } from '#support/until-holds.ts';

/** A device that acknowledges each print by a line. */
let device: Server;
const sockets = new Set<Socket>();
let service: OpenService;

beforeEach(async () => {
  device = createServer((socket) => {
    sockets.add(socket);
    socket.on('data', () => socket.write('OK\x06\r\n'));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => device.listen(0, '127.0.0.1', resolve));
  const { port } = device.address() as AddressInfo;
  service = await openService({ virtualPrinters: 1 });
  const engine = { kind: 'raw', host: '127.0.0.1', port, format: 'template', template: 'PRINT {id} {rowsHex}{cr}', acknowledge: 'OK' };
  const body = { engine, dpi: 100, physicalWidth: 50, height: 20 };
  expect(await service.call('/api/v3/printers/Raw', { method: 'PUT', body })).toMatchObject({ status: 201 });
  await service.call('/api/v3/labels/Box', { method: 'PUT', body: textLabel('Box') });
  await untilHolds(async () => expect((await service.call('/api/v3/printers/Raw/status')).json).toMatchObject({ state: 'STARTED' }));
  await service.call('/api/v3/printers/Raw/printJob', { method: 'POST', body: { labelName: 'Box' } });
});

afterEach(async () => {
  await service.close();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await new Promise((resolve) => device.close(resolve));
});

const read = async (query = '') => (await service.call(`/api/v3/printers/Raw/frames${query}`)).json as Frames;
const record = (recording: unknown, printer = 'Raw') =>
  service.call(`/api/v3/printers/${printer}/frames/record`, { method: 'POST', body: { recording } });
const printedLabels = async () =>
  ((await service.call('/api/v3/printers/Raw/printCounters')).json as { printedLabels: number }).printedLabels;

async function print(): Promise<void> {
  const before = await printedLabels();
  expect(await service.call('/api/v3/printers/Raw/trigger', { method: 'POST' })).toMatchObject({ status: 202 });
  await untilHolds(async () => expect(await printedLabels()).toBe(before + 1));
}

describe('the data of a connection', () => {
  it('is not recorded unless a person starts it', async () => {
    await print();
    expect(await read()).toEqual({ recording: false, frames: [] });
  });

  it('is recorded in both directions, in hexadecimal and as text', async () => {
    expect(await record(true)).toMatchObject({ status: 204 });
    await print();
    const { recording, frames } = await read();
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
    expect(recording).toBe(true);
    expect(frames).toEqual([
      {
        number: 1,
        at,
        direction: 'sent',
        length: expect.any(Number),
        hex: expect.stringMatching(/^50 52 49 4e 54 20 31 20 [\da-f ]+$/),
        text: expect.stringMatching(/^PRINT 1 [\dA-F]+$/i),
      },
      { number: 2, at, direction: 'received', length: 5, hex: '4f 4b 06 0d 0a', text: 'OK...' },
    ]);
  });

  it('is read on after the last frame that was seen', async () => {
    await record(true);
    await print();
    await print();
    expect((await read('?after=2')).frames.map(({ number, text }) => [number, text.slice(0, 8)])).toEqual([
      [3, 'PRINT 2 '],
      [4, 'OK...'],
    ]);
    expect((await read('?after=4')).frames).toEqual([]);
  });

  it('stays after the recording has ended, and is forgotten at the next start', async () => {
    await record(true);
    await print();
    await record(false);
    await print();
    expect(await read()).toMatchObject({ recording: false, frames: [{ number: 1 }, { number: 2 }] });
    await record(true);
    expect(await read()).toEqual({ recording: true, frames: [] });
    await print();
    expect((await read()).frames.map(({ number }) => number)).toEqual([3, 4]);
  });

  it('is that of a printer that exists', async () => {
    expect(await service.call('/api/v3/printers/None/frames')).toMatchObject({ status: 404 });
    expect(await record(true, 'None')).toMatchObject({ status: 404 });
  });

  it.each(['yes', null, 1])('is not recorded for %j instead of true or false', async (recording) => {
    expect(await record(recording)).toMatchObject({ status: 400, json: { errors: [{ pointer: '/recording' }] } });
    expect(await read()).toEqual({ recording: false, frames: [] });
  });

  it.each(['-1', '1.5', 'x', ''])('is not read after "%s"', async (after) => {
    expect(await service.call(`/api/v3/printers/Raw/frames?after=${after}`)).toMatchObject({ status: 400 });
  });
});
