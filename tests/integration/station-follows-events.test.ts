import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Notice } from '#station/polling/event-frames.ts';
import { EventStream } from '#station/polling/event-stream.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';

let service: OpenService;
let stream: EventStream;
let notices: Notice[];
let ends: Error[];

beforeEach(async () => {
  service = await openService({ virtualPrinters: 2 });
  await warm(service);
  [notices, ends] = [[], []];
  stream = new EventStream(
    { url: service.url, access: {} },
    { noticed: (notice) => notices.push(notice), ended: (error) => ends.push(error) },
  );
  await expect.poll(() => notices).toContainEqual({ kind: 'alive' });
  notices.length = 0;
});

afterEach(async () => {
  stream.close();
  await service.close();
});

const changed = () => notices.filter((notice) => notice.kind === 'changed').map(({ printer }) => printer);

it.each<[string, { method: string; path: string; body?: unknown }]>([
  ['its conveyor', { method: 'PUT', path: 'conveyor', body: { running: false, productsPerMinute: 7 } }],
  ['what it prints', { method: 'POST', path: 'printJob', body: { labelName: 'Case' } }],
  ['a trigger that makes no print', { method: 'POST', path: 'trigger' }],
])('the station hears of a change of a printer: %s', async (_name, { path, ...request }) => {
  await service.call('/api/v3/labels/Case', { method: 'PUT', body: textLabel('x') });
  await service.call(`/api/v3/printers/Line%202/${path}`, request);
  await expect.poll(changed).toContain('Line 2');
  expect(changed()).not.toContain('Line 1');
});

it('the station hears of a change that may concern every printer', async () => {
  service.controller.events.publish({ type: 'disk:changed', isFull: true, isReadOnly: false, isOutOfFiles: false });
  await expect.poll(changed).toEqual([undefined]);
});

it('the stream shows that it is alive while nothing happens, and ends with the controller', async () => {
  await expect.poll(() => notices.length).toBeGreaterThan(1);
  expect(notices.every(({ kind }) => kind === 'alive')).toBe(true);
  await service.close();
  await expect.poll(() => ends.map(({ message }) => message)).toEqual(['the stream has ended']);
  service = await openService({ virtualPrinters: 1 });
});
