import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FrameChannel } from '#renderer/link/frame-channel.ts';
import { StationLink } from '#renderer/link/station-link.ts';
import { TRIGGER_LIMIT } from '#station/connections/command-time.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { textLabel } from '#support/open-service.ts';
import { openStationSocket } from '#support/sign-in.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { untilHolds } from '#support/until-holds.ts';
import { connectionWhen } from '#support/watch.ts';

/** Commands of a page whose station or controller is stopped by the system, and goes on. */

const LATE = { slug: 'command-expired', message: 'Not triggered: the command took more than 2 s to reach the printer.' };

let controller: ControllerProcess;
let station: StationProcess;
let link: StationLink;
let connection: string;

beforeEach(async () => {
  controller = await startController({ flags: ['--empty'] });
  station = await startStation({ flags: ['--no-embedded', '--controller', controller.url] });
  await callApi('PUT', `${controller.url}/api/v3/labels/Plain`, textLabel('x'));
  await untilHolds(async () => expect(await readApi(`${printer()}/status`)).toMatchObject({ state: 'STARTED' }));
  await callApi('POST', `${printer()}/printJob`, { labelName: 'Plain' });
  link = new StationLink({
    open: openChannel,
    now: () => Date.now(),
    elapsed: () => performance.now(),
    pressedAt: () => performance.now(),
    random: () => 0,
  });
  link.start();
  ({ id: connection } = await connectionWhen(link.client, ({ state }) => state === 'online'));
});

afterEach(async () => {
  link.close();
  await station.kill();
  await controller.kill();
});

const printer = (): string => `${controller.url}/api/v3/printers/Line%201`;
const command = () => ({ connection, printer: 'Line 1', idempotencyKey: randomUUID() });
const countPrints = async () => (await readApi<{ prints: unknown[] }>(`${controller.url}/api/v3/prints`)).prints.length;
const queue = async () => (await readApi<{ jobs: unknown[] }>(`${printer()}/queue`)).jobs;

/** The page's own link, over the socket of a signed-in browser. */
async function openChannel(): Promise<FrameChannel> {
  const socket = await openStationSocket(station.url, station.signedIn.headers);
  return {
    send: (frame) => socket.send(frame),
    onFrame: (listener) => socket.addEventListener('message', (event) => listener(String(event.data))),
    onClose: (listener) => socket.addEventListener('close', () => listener()),
    close: () => socket.close(),
  };
}

/** Stops a process, gives a command, lets the process go on when a trigger has expired, and returns the answer or the problem. */
async function commandWhileStopped(pid: number, give: () => Promise<unknown>): Promise<unknown> {
  process.kill(pid, 'SIGSTOP');
  const pressedAt = performance.now();
  const answer = give().catch((error: unknown) => error);
  try {
    await untilHolds(() => expect(performance.now() - pressedAt).toBeGreaterThan(TRIGGER_LIMIT));
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  return answer;
}

describe.each([
  ['station', () => station.pid],
  ['controller', () => controller.pid],
])('while the %s is stopped', (_name, pidOf) => {
  it('D18 a trigger expires: nothing is printed, and the page gets the refusal', async () => {
    expect(await commandWhileStopped(pidOf(), () => link.client.printing.trigger(command()))).toMatchObject(LATE);
    expect(await countPrints()).toBe(0);
    expect(await untilHolds(() => link.client.printing.trigger(command()))).toEqual({ result: 'printing' });
  });

  it('D18 an abort acts however late it is', async () => {
    expect(await commandWhileStopped(pidOf(), () => link.client.printing.abort(command()))).toEqual({});
    expect(await queue()).toEqual([]);
  });
});
