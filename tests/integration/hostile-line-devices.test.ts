import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PrintCounters } from '#contract/api-v3/print-counters.ts';
import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import type { LineReader } from '#contract/api-v3/reader.ts';
import type { Signals } from '#contract/api-v3/signal-device.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { freePort } from '#support/free-port.ts';
import { residentMemory } from '#support/resident-memory.ts';
import { until } from '#support/until.ts';
import { untilHolds } from '#support/until-holds.ts';
import { IoModuleEmulator } from '../../electron/emulators/io-module/io-module-emulator.ts';
import { printerUrl } from '../faults/lines.ts';

/** Those that print. */
const PRINTERS = ['Line 1', 'Line 2'];
/** On the first printer; the second one gets a tenth. */
const PRODUCTS = 150;
/** With a reader behind the printer. */
const READ_PRODUCTS = 80;
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
/** What connects to the port of a reader, and again when its connection ends. */
const HOSTILE_PEERS: Record<string, Peer> = {
  ...Object.fromEntries(Object.entries(HOSTILE_READERS).map(([name, behave]) => [name, { behave }])),
  'line ends without end': { behave: (socket) => flood(socket, Buffer.alloc(CHUNK.length, '\r\n')) },
  'garbage outside of frames': { behave: (socket) => flood(socket, CHUNK), terminator: 'STX-ETX' },
  'connections that end at once after a line': { behave: (socket) => void socket.end('SN1\r\n') },
  'many connections': { behave: (socket) => void socket.pause(), connections: 100 },
};
/** The first reader takes connections from its own address only; the strangers come from another one. */
const OWN_ADDRESS = '127.0.0.1';
const STRANGE_ADDRESS = '127.0.0.2';
/** Milliseconds after which a peer connects again. */
const RECONNECT = 10;

interface Peer {
  behave: (socket: Socket) => void;
  terminator?: string;
  connections?: number;
}

let controller: ControllerProcess;
let module: IoModuleEmulator;
/** Ends what still connects to the controller. */
let peers: AbortController;
const servers: { server: Server; sockets: Set<Socket> }[] = [];

beforeEach(async () => {
  // A printer has one reader.
  const printers = String(1 + Object.keys(HOSTILE_PEERS).length);
  controller = await startController({ flags: ['--empty', '--virtual-printers', printers] });
  module = new IoModuleEmulator();
  peers = new AbortController();
  await module.start();
});
afterEach(async () => {
  peers.abort();
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

/** Connects to a port, and again whenever the connection ends, until `peers` is aborted. */
function keepConnecting(port: number, { behave, localAddress = OWN_ADDRESS }: Peer & { localAddress?: string }): void {
  const { signal } = peers;
  const attempt = (): void => {
    if (signal.aborted) return;
    const socket = connectTo(port, localAddress);
    socket.once('connect', () => behave(socket));
    socket.once('close', () => setTimeout(attempt, RECONNECT));
  };
  attempt();
}

/** A connection to the controller that ends when `peers` is aborted. */
function connectTo(port: number, localAddress = OWN_ADDRESS): Socket {
  const { signal } = peers;
  const socket = connect({ port, host: OWN_ADDRESS, localAddress }).on('error', () => undefined);
  const end = (): void => void socket.destroy();
  signal.addEventListener('abort', end);
  socket.once('close', () => signal.removeEventListener('abort', end));
  return socket;
}

/** A label on every printer that prints, and nothing in its way. */
async function selectCarton(): Promise<void> {
  const { url } = controller;
  const label = { format: 3, width: 20, height: 10, objs: [{ type: 'DataMatrix', name: 'Code', x: 1, y: 1, text: 'SN1' }] };
  await callApi('PUT', `${url}/api/v3/labels/Carton`, label);
  for (const printer of PRINTERS) {
    await until(
      () => readApi<PrinterStatus>(`${printerUrl(url, printer)}/status`),
      ({ state }) => state === 'STARTED',
    );
    await callApi('POST', `${printerUrl(url, printer)}/printJob`, { labelName: 'Carton' });
  }
}

/** Triggers a print by HTTP, as soon as the printer takes it. */
async function print(printer: string): Promise<void> {
  await until(
    () =>
      fetch(`${printerUrl(controller.url, printer)}/trigger`, { method: 'POST' }).then(async (answer) => (await answer.json()) as object),
    (answer) => 'result' in answer && answer.result === 'printing',
  );
}

it('hostile signal devices and readers stop no printer and no other device, and take no memory', { timeout: 240_000 }, async () => {
  const { url } = controller;
  const put = (path: string, body: object) => callApi('PUT', `${url}/api/v3/${path}`, body);
  await selectCarton();
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
    await print('Line 1');
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

it('hostile peers of readers that connect stop no printer and no reader, and take no memory', { timeout: 240_000 }, async () => {
  const { url } = controller;
  await selectCarton();
  const listen = async (name: string, printer: string, connection: object): Promise<number> => {
    const port = await freePort();
    const reader = { connection: { mode: 'listen', port, ...connection }, printer, arrival: { delay: 10, timeWindow: 10_000 } };
    await callApi('PUT', `${url}/api/v3/readers/${encodeURIComponent(name)}`, reader);
    return port;
  };
  const readers = async (): Promise<LineReader[]> => readApi(`${url}/api/v3/readers`);
  const reader = async (name: string): Promise<LineReader | undefined> => (await readers()).find((one) => one.name === name);

  const port = await listen('Good', 'Line 1', { host: OWN_ADDRESS });
  await untilHolds(async () => expect(await reader('Good')).toMatchObject({ reason: `waiting for the reader on port ${port}` }));
  const good = connectTo(port);
  await untilHolds(async () => expect(await reader('Good')).toMatchObject({ state: 'connected' }));
  const attacked: { name: string; port: number }[] = [];
  for (const [at, [name, { terminator = 'AUTO' }]] of Object.entries(HOSTILE_PEERS).entries()) {
    attacked.push({ name, port: await listen(name, `Line ${at + 2}`, { terminator }) });
  }
  const before = residentMemory(controller.pid);
  for (const target of attacked) {
    const peer = HOSTILE_PEERS[target.name]!;
    for (let connection = 0; connection < (peer.connections ?? 1); connection++) keepConnecting(target.port, peer);
  }
  keepConnecting(port, { behave: (socket) => flood(socket, CHUNK), localAddress: STRANGE_ADDRESS });

  // One product after the other; the reader behind the first printer reads each.
  for (let product = 1; product <= READ_PRODUCTS; product++) {
    await print('Line 1');
    await untilHolds(async () => expect(await reader('Good')).toMatchObject({ underway: 1 }));
    good.write('SN1\r\n');
    await untilHolds(async () => expect(await reader('Good')).toMatchObject({ recent: { verified: product } }));
  }
  const after = residentMemory(controller.pid);
  expect(after, `${before} MiB before, ${after} MiB after`).toBeLessThan(2 * before);

  // When the peers have gone, the ports take readers again.
  peers.abort();
  peers = new AbortController();
  for (const target of [...attacked, { port }]) keepConnecting(target.port, { behave: () => undefined });
  await untilHolds(async () => expect((await readers()).filter(({ state }) => state !== 'connected')).toEqual([]));
});
