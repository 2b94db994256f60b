import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventSchema } from '#contract/api-v3/event.ts';
import { readEvents, type EventReader } from '#support/event-reader.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';

let service: OpenService;
let open: EventReader[];
beforeEach(async () => {
  service = await openService({ virtualPrinters: 1 });
  await warm(service);
  open = [];
});
afterEach(async () => {
  for (const reader of open) reader.close();
  await service.close();
});

async function follow(path = '', headers: Record<string, string> = {}): Promise<EventReader> {
  const reader = await readEvents(service.url, { path, headers });
  open.push(reader);
  return reader;
}

const put = (path: string, body: unknown) => service.call(`/api/v3/${path}`, { method: 'PUT', body });
const post = (path: string, body?: unknown) => service.call(`/api/v3/printers/Line%201/${path}`, { method: 'POST', body });
const settings = () => service.controller.events.publish({ type: 'settings:changed' });

describe('the events', () => {
  it('begin with a keep-alive that carries the number of the next one', async () => {
    const reader = await follow();
    const { next } = service.controller.events;
    const { id, event, data } = await reader.next();
    expect([reader.status, reader.headers['content-type'], reader.headers['cache-control']]).toEqual([
      200,
      'text/event-stream',
      'no-store',
    ]);
    expect({ id, event, data }).toEqual({
      id: `${service.controller.events.epoch}-${next - 1}`,
      event: 'keep-alive',
      data: { type: 'keep-alive', next },
    });
  });

  it('report the states of a print in order', async () => {
    await put('counters/Serial', { value: 9, minValue: 1, maxValue: 9 });
    await put('labels/Case', textLabel('{COUNTER;Serial}'));
    const reader = await follow();
    await post('printJob', { labelName: 'Case', copies: 1 });
    await post('trigger');
    const told = await reader.take(5);
    expect(told.map(({ data }) => [data['type'], data['name'] ?? data['printer']])).toEqual([
      ['queue:changed', 'Line 1'],
      ['queue:changed', 'Line 1'],
      ['counter:changed', 'Serial'],
      ['counter:wrapped', 'Serial'],
      ['queue:changed', 'Line 1'],
    ]);
    expect((await reader.take(1))[0]?.data).toMatchObject({ type: 'print:settled', printer: 'Line 1', id: 1, state: 'printed' });
    for (const { event, data } of told) expect(eventSchema.parse(data).type).toBe(event);
    const numbers = told.map(({ id }) => Number(id.split('-')[1]));
    expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
  });

  it('report changes of everything that has a name', async () => {
    const reader = await follow();
    const bodies = {
      labels: textLabel('x'),
      tables: { columns: ['a'], rows: [['1']] },
      variables: { value: '1' },
      counters: { value: 1 },
      shiftCodes: { shifts: [{ offset: 0, code: 'A' }] },
    };
    for (const [noun, body] of Object.entries(bodies)) {
      await put(`${noun}/a`, body);
      await service.call(`/api/v3/${noun}/a/rename`, { method: 'POST', body: { name: 'b' } });
      await service.call(`/api/v3/${noun}/b`, { method: 'DELETE' });
    }
    const told = await reader.take(15);
    const nouns = ['label', 'table', 'variable', 'counter', 'shift-code'];
    expect(told.map(({ event, data }) => [event, data['name'], data['to']])).toEqual(
      nouns.flatMap((noun) => [
        [`${noun}:changed`, 'a', undefined],
        [`${noun}:renamed`, 'a', 'b'],
        [`${noun}:removed`, 'b', undefined],
      ]),
    );
  });

  it('report nothing about refused requests', async () => {
    const reader = await follow();
    await put('labels/Case', textLabel('{'));
    await put('counters/Serial', { value: 1, format: 'nonsense' });
    await service.call('/api/v3/labels/Missing', { method: 'DELETE' });
    await post('trigger');
    await put('variables/Lot', { value: '1' });
    const told = await reader.take(2);
    expect(told.map(({ event }) => event)).toEqual(['trigger:missed', 'variable:changed']);
  });

  it('are limited to the requested types; the others are numbered too', async () => {
    const reader = await follow('?types=variable:changed,label:removed');
    settings();
    await put('variables/Lot', { value: '1' });
    settings();
    await put('variables/Lot', { value: '2' });
    const [first, second] = await reader.take(2);
    expect([first?.event, second?.event]).toEqual(['variable:changed', 'variable:changed']);
    expect(Number(second?.id.split('-')[1]) - Number(first?.id.split('-')[1])).toBe(2);
  });

  it('report each change of a condition that is not a change of the state', async () => {
    const reader = await follow('?types=printer:state,printer:condition');
    const conveyor = { running: false, productsPerMinute: 7 };
    await service.call('/api/v3/printers/Line%201/conveyor', { method: 'PUT', body: conveyor });
    await service.call('/api/v3/printers/Line%201/conveyor', { method: 'PUT', body: conveyor });
    await service.call('/api/v3/printers/Line%201/conveyor', { method: 'PUT', body: { ...conveyor, productsPerMinute: 8 } });
    service.controller.events.publish({ type: 'printer:state', printer: 'Line 1', state: 'STOPPED' });
    const told = await reader.take(3);
    expect(told.map(({ event, data }) => [event, data['printer']])).toEqual([
      ['printer:condition', 'Line 1'],
      ['printer:condition', 'Line 1'],
      ['printer:state', 'Line 1'],
    ]);
  });

  it('include keep-alives in the requested pace, also while other events are sent', async () => {
    const reader = await follow('?types=settings:changed&keepAlive=250');
    const told: string[] = [];
    while (told.filter((event) => event === 'keep-alive').length < 3) {
      settings();
      told.push((await reader.next()).event);
    }
    expect(told.at(-1)).toBe('keep-alive');
    expect(told).toContain('settings:changed');
  });

  it.each(['249', '15001', '1.5', 'soon', ''])('are refused in the pace %j', async (pace) => {
    expect(await service.call(`/api/v3/events?keepAlive=${pace}`)).toMatchObject({
      status: 400,
      json: { type: 'urn:strobe:problem:invalid-input' },
    });
  });

  it('are refused for unknown types', async () => {
    expect(await service.call('/api/v3/events?types=label:changed,nonsense')).toMatchObject({
      status: 400,
      json: {
        type: 'urn:strobe:problem:invalid-input',
        errors: [{ pointer: '?types', detail: 'names unknown types: "nonsense"' }],
      },
    });
  });

  it('stay separate events, whatever texts they contain', async () => {
    const reader = await follow();
    const reason = 'x\n\nevent: gap\r\ndata: {}\u2028\u0085';
    service.controller.events.publish({ type: 'trigger:missed', printer: 'Line 1', reason });
    settings();
    const told = await reader.take(2);
    expect(told.map(({ event, data }) => [event, data['reason']])).toEqual([
      ['trigger:missed', reason],
      ['settings:changed', undefined],
    ]);
  });

  it('E6 are refused to other origins', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'http://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { host: 'evil.example' },
    ];
    for (const headers of foreign) {
      expect(await service.call('/api/v3/events', { headers })).toMatchObject({ status: 403 });
    }
  });

  it('are not available to HEAD', async () => {
    expect(await service.call('/api/v3/events', { method: 'HEAD' })).toMatchObject({ status: 405, headers: { allow: 'GET' } });
  });
});

describe('a reader that comes back', () => {
  it('resumes after the last event that it received', async () => {
    const first = await follow();
    settings();
    const [seen] = await first.take(1);
    first.close();
    await put('variables/a', { value: '1' });
    await put('variables/b', { value: '1' });
    const second = await follow('', { 'last-event-id': seen!.id });
    expect((await second.take(2)).map(({ data }) => data['name'])).toEqual(['a', 'b']);
  });

  it('resumes after a keep-alive that it received last', async () => {
    const first = await follow('?types=variable:changed');
    const { id } = await first.next();
    first.close();
    settings();
    await put('variables/a', { value: '1' });
    const second = await follow('?types=variable:changed', { 'last-event-id': id });
    expect((await second.next()).data['name']).toBe('a');
  });

  it.each([
    ['of an earlier run', 'lq0-3'],
    ['that was never given', '-1'],
    ['that cannot be read', 'x'.repeat(500)],
  ])('gets a gap for an id %s', async (_, id) => {
    const reader = await follow('', { 'last-event-id': id });
    const { next, epoch } = service.controller.events;
    expect(await reader.next()).toEqual({ id: `${epoch}-${next - 1}`, event: 'gap', data: { type: 'gap', reason: 'other-run', next } });
    settings();
    expect((await reader.next()).event).toBe('settings:changed');
  });

  it('gets a gap for a number in the future', async () => {
    const { epoch, next } = service.controller.events;
    const reader = await follow('', { 'last-event-id': `${epoch}-${next}` });
    expect((await reader.next()).data['reason']).toBe('other-run');
  });

  it('gets a gap when the next events are no longer stored', async () => {
    const { epoch } = service.controller.events;
    for (let count = 0; count < 5_000; count += 1) settings();
    const reader = await follow('', { 'last-event-id': `${epoch}-1` });
    const { next } = service.controller.events;
    expect((await reader.next()).data).toEqual({ type: 'gap', reason: 'forgotten', next });
  });
});

describe('the streams', () => {
  it('buffer little for a reader that does not read, and send it a gap when it goes on', async () => {
    const reader = await follow();
    await reader.next();
    reader.response.pause();
    const reason = 'x'.repeat(10_000);
    for (let turn = 0; turn < 60; turn += 1) {
      for (let count = 0; count < 100; count += 1) service.controller.events.publish({ type: 'trigger:missed', printer: 'Line 1', reason });
      await new Promise((resolve) => void setImmediate(resolve));
    }
    const last = service.controller.events.next;
    settings();
    reader.response.resume();
    const told: string[] = [];
    while (told.at(-1) !== 'gap') told.push((await reader.next()).event);
    expect(told.length).toBeLessThan(6_000);
    expect(service.controller.events.next).toBe(last + 1);
  });

  it('are limited in number; closing one allows another', async () => {
    const readers = await Promise.all(Array.from({ length: 64 }, () => follow()));
    expect(await service.call('/api/v3/events')).toMatchObject({
      status: 429,
      headers: { 'retry-after': '10' },
      json: { type: 'urn:strobe:problem:too-many-requests' },
    });
    readers[0]!.close();
    await expect
      .poll(async () => {
        const reader = await follow();
        return reader.status;
      })
      .toBe(200);
  });

  it('end in order when the service stops', async () => {
    const other = await openService({ virtualPrinters: 1 });
    const readers = await Promise.all([readEvents(other.url), readEvents(other.url)]);
    for (const reader of readers) await reader.next();
    const readToEnd = async ({ next }: (typeof readers)[number]): Promise<void> => {
      for (;;) await next();
    };
    await Promise.all([other.close(), ...readers.map((reader) => readToEnd(reader).catch(() => undefined))]);
    expect(await Promise.all(readers.map(({ ended }) => ended))).toEqual(['in order', 'in order']);
  });
});

describe('the events of a key', () => {
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

  it('E8 end when it is revoked, with nothing sent after it, and those of other keys go on', async () => {
    const [first, second] = await Promise.all(
      ['First', 'Second'].map((name) => service.apiKeys.add({ name, scopes: ['read'], printers: undefined })),
    );
    const [ended, other, local] = [await follow('', bearer(first!)), await follow('', bearer(second!)), await follow()];
    await ended.next();
    await service.apiKeys.revoke('First');
    await ended.ended;
    settings();
    await expect(ended.next()).rejects.toThrow();
    for (const reader of [other, local]) expect((await reader.take(1))[0]?.event).toBe('settings:changed');
    expect(await service.call('/api/v3/events', { headers: bearer(first!) })).toMatchObject({ status: 401 });
  });

  it('E8 end when it expires', async () => {
    let now = Date.now();
    const other = await openService({ virtualPrinters: 1, now: () => now });
    const key = await other.apiKeys.add({ name: 'Shift', scopes: ['read'], printers: undefined }, now + 60_000);
    const reader = await readEvents(other.url, { headers: bearer(key) });
    await reader.next();
    now += 60_000;
    await reader.ended;
    await other.close();
  });

  it('E8 contain no other printers if the key is limited', async () => {
    const other = await openService({ virtualPrinters: 2 });
    const key = await other.apiKeys.add({ name: 'Line 2', scopes: ['read'], printers: ['Line 2'] });
    const reader = await readEvents(other.url, { headers: bearer(key) });
    await reader.next();
    for (const printer of ['Line 1', 'Line 2']) other.controller.events.publish({ type: 'trigger:missed', printer, reason: 'x' });
    other.controller.events.publish({ type: 'settings:changed' });
    const told: unknown[] = [];
    while (told.at(-1) !== 'settings:changed') {
      const { data } = await reader.next();
      expect(data['printer']).not.toBe('Line 1');
      told.push(data['type']);
    }
    expect(told).toContain('trigger:missed');
    reader.close();
    await other.close();
  });
});
