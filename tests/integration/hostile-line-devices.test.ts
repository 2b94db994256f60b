import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PrintCounters } from '#contract/api-v3/print-counters.ts';
import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import type { Signals } from '#contract/api-v3/signal-device.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { residentMemory } from '#support/resident-memory.ts';
import { until } from '#support/until.ts';
import { untilHolds } from '#support/until-holds.ts';
import { IoModuleEmulator } from '../../electron/emulators/io-module/io-module-emulator.ts';
import { printerUrl } from '../faults/lines.ts';

/** Those that print. */
const PRINTERS = ['Line 1', 'Line 2'];
/** On the first printer; the second one gets a tenth. */
const PRODUCTS = 150;
const CHUNK = Buffer.alloc(64 * 1024, 0x41);

/** What any broken or hostile device does with a connection. The server does not notice that a half-open one has ended. */
const HOSTILE: Record<string, (socket: Socket) => void> = {
  'garbage without end': (socket) => flood(socket, Buffer.alloc(CHUNK.length, 0xff)),
  'a half-open connection': (socket) => void socket.pause(),
  'a byte a second': (socket) => {
    const timer = setInterval(() => socket.write(Buffer.of(0)), 1_000);
    socket.once('close', () => clearInterval(timer));
  },
  'connections that end at once': (socket) => void socket.destroy(),
};
const HOSTILE_MODULES: Record<string, (socket: Socket) => void> = {
  ...HOSTILE,
  'answers of another unit': (socket) =>
    socket.on('data', (request) => {
      const reply = Buffer.concat([request.subarray(0, 4), Buffer.from('00049901', 'hex'), Buffer.of(1, 0)]);
      socket.write(reply);
    }),
  'a frame that is longer than it may be': (socket) =>
    socket.on('data', (request) => socket.write(Buffer.concat([request.subarray(0, 4), Buffer.from('ffff01', 'hex'), CHUNK]))),
};
const HOSTILE_READERS: Record<string, (socket: Socket) => void> = {
  ...HOSTILE,
  'a line without end': (socket) => flood(socket, CHUNK),
  'lines without end': (socket) => flood(socket, Buffer.from('SN12345678\r\n'.repeat(1_000))),
};

let controller: ControllerProcess;
let module: IoModuleEmulator;
const servers: { server: Server; sockets: Set<Socket> }[] = [];

beforeEach(async () => {
  // A printer has one reader.
  const printers = String(Object.keys(HOSTILE_READERS).length);
  controller = await startController({ flags: ['--empty', '--virtual-printers', printers] });
  module = new IoModuleEmulator();
  await module.start();
});
afterEach(async () => {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
  await controller.stop();
  await module.stop();
});

/** Sends as much as the other side takes. */
function flood(socket: Socket, bytes: Buffer): void {
  const send = (): void => {
    while (!socket.destroyed && socket.write(bytes)) continue;
  };
  socket.on('drain', send);
  send();
}

async function serve(behave: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    behave(socket);
  });
  servers.push({ server, sockets });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

it('hostile signal devices and readers stop no printer and no other device, and take no memory', { timeout: 120_000 }, async () => {
  const { url } = controller;
  const put = (path: string, body: object) => callApi('PUT', `${url}/api/v3/${path}`, body);
  await put('labels/Carton', { format: 3, width: 20, height: 10, objs: [{ type: 'DataMatrix', name: 'Code', x: 1, y: 1, text: 'SN1' }] });
  for (const printer of PRINTERS) {
    await until(
      () => readApi<PrinterStatus>(`${printerUrl(url, printer)}/status`),
      ({ state }) => state === 'STARTED',
    );
    await callApi('POST', `${printerUrl(url, printer)}/printJob`, { labelName: 'Carton' });
  }
  await put('signalDevices/Good', {
    connection: { kind: 'modbus', host: '127.0.0.1', port: module.port, profile: 'moxa-e1200', pollInterval: 5 },
    inputs: [{ name: 'Photocell', channel: 0, function: { kind: 'product-detector', printer: 'Line 2', useCounter: true } }],
  });
  const good = () => readApi<Signals>(`${url}/api/v3/signalDevices/Good/signals`);
  await untilHolds(async () => expect((await good()).inputs[0]).toMatchObject({ count: 0 }));
  const before = residentMemory(controller.pid);

  for (const [name, behave] of Object.entries(HOSTILE_MODULES)) {
    const connection = { kind: 'modbus', host: '127.0.0.1', port: await serve(behave), profile: 'moxa-e1200', pollInterval: 5 };
    await put(`signalDevices/${encodeURIComponent(name)}`, { connection });
  }
  for (const [at, [name, behave]] of Object.entries(HOSTILE_READERS).entries()) {
    const connection = { mode: 'connect', host: '127.0.0.1', port: await serve(behave) };
    const reader = { connection, printer: `Line ${at + 1}`, arrival: { delay: 10, timeWindow: 1_000 } };
    await put(`readers/${encodeURIComponent(name)}`, reader);
  }

  // One product after the other: on the first printer by HTTP, on the second one from the good device.
  for (let product = 1; product <= PRODUCTS; product++) {
    await until(
      () => fetch(`${printerUrl(url, 'Line 1')}/trigger`, { method: 'POST' }).then(async (answer) => (await answer.json()) as object),
      (answer) => 'result' in answer && answer.result === 'printing',
    );
    if (product % 10 !== 0) continue;
    module.tables.pass(0);
    await untilHolds(async () => expect((await good()).inputs[0]).toMatchObject({ products: product / 10, missed: 0 }));
  }
  for (const [printer, printedLabels] of [
    ['Line 1', PRODUCTS],
    ['Line 2', PRODUCTS / 10],
  ] as const) {
    const counters = () => readApi<PrintCounters>(`${printerUrl(url, printer)}/printCounters`);
    await untilHolds(async () => expect(await counters()).toMatchObject({ printedLabels }));
  }
  const after = residentMemory(controller.pid);
  expect(after, `${before} MiB before, ${after} MiB after`).toBeLessThan(2 * before);
});
