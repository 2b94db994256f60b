import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';

/** Commands that say until when they must act, over real HTTP and by a clock that the tests set. */

const PRINTER = '/api/v3/printers/Line%201';
const LABEL = { labelName: 'Expiry' };
const EXPIRED = { status: 409, json: { type: 'urn:strobe:problem:command-expired', title: 'The command came too late' } };

let elapsed = 0;
let service: OpenService;
let printed = 0;

beforeAll(async () => {
  service = await openService({ elapsed: () => elapsed });
  await service.call('/api/v3/labels/Expiry', { method: 'PUT', body: textLabel('x') });
  await warm(service);
});
afterAll(() => service.close());

beforeEach(async () => {
  elapsed = 100_000;
  await service.call(`${PRINTER}/printJob`, { method: 'POST', body: { ...LABEL, checkpoint: true } });
  printed = (await prints()).length;
});

const post = (path: string, headers: Record<string, string>, body?: unknown) => service.call(path, { method: 'POST', headers, body });
const prints = async () => ((await service.call('/api/v3/prints?limit=500')).json as { prints: { id: number }[] }).prints;
const queue = async () => ((await service.call(`${PRINTER}/queue`)).json as { jobs: { id: string }[] }).jobs;

/** Headers of a command that was sent 3 s ago by the clock of the controller. */
const late = { 'strobe-expires-in': '2000', 'strobe-sent-at': '97000' };
const inTime = { 'strobe-expires-in': '2000', 'strobe-sent-at': '98000' };

describe('a command that is too late', () => {
  it('D18 triggers nothing, and is recorded as a missed trigger', async () => {
    expect(await post(`${PRINTER}/trigger`, late)).toMatchObject(EXPIRED);
    expect(await prints()).toHaveLength(printed);
    expect((await service.call(`${PRINTER}/missedTriggers?limit=1`)).json).toMatchObject({
      missedTriggers: [{ reason: expect.stringContaining('1000 ms too late') }],
    });
  });

  it('D18 selects nothing', async () => {
    const before = await queue();
    expect(await post(`${PRINTER}/printJob`, late, { ...LABEL, queue: true })).toMatchObject(EXPIRED);
    expect(await queue()).toEqual(before);
  });

  it('D18 returns to no checkpoint', async () => {
    const [{ id } = { id: '' }] = await queue();
    expect(await post(`${PRINTER}/queue/seek`, late, { id })).toMatchObject(EXPIRED);
    expect(await post(`${PRINTER}/queue/seek`, inTime, { id })).toMatchObject({ status: 204 });
  });

  it('D18 reprints nothing and makes no test print', async () => {
    await post(`${PRINTER}/trigger`, inTime);
    const [first] = await prints();
    await service.controller.printing.abort('Line 1');
    expect(await post(`/api/v3/prints/${first!.id}/reprint`, late, { reason: 'torn' })).toMatchObject(EXPIRED);
    expect(await post(`${PRINTER}/testPrint`, late)).toMatchObject(EXPIRED);
    expect(await prints()).toHaveLength(printed + 1);
  });

  it('D18 is refused when the controller was restarted since the client read its clock', async () => {
    expect(await post(`${PRINTER}/trigger`, { 'strobe-expires-in': '2000', 'strobe-sent-at': '100001' })).toMatchObject(EXPIRED);
    expect(await prints()).toHaveLength(printed);
  });

  it.each(['abortPrint', 'printJob'])('D18 stops nevertheless: %s', async (path) => {
    expect(await post(`${PRINTER}/${path}`, late)).toMatchObject({ status: 204 });
    expect(await queue()).toEqual([]);
  });

  it.each(['abortPrint', 'printJob'])('D18 stops although its header is garbage: %s', async (path) => {
    expect(await post(`${PRINTER}/${path}`, { 'strobe-expires-in': 'soon' })).toMatchObject({ status: 204 });
    expect(await queue()).toEqual([]);
  });
});

describe('a command that comes in time', () => {
  it.each<Record<string, string>>([inTime, { 'strobe-expires-in': '1' }, { 'strobe-sent-at': '5' }, {}])(
    'prints with the headers %o',
    async (headers) => {
      expect(await post(`${PRINTER}/trigger`, headers)).toMatchObject({ status: 202 });
      expect(await prints()).toHaveLength(printed + 1);
    },
  );

  it('A3 gets its first response when it is repeated too late', async () => {
    const key = { 'idempotency-key': 'in-time' };
    const first = await post(`${PRINTER}/trigger`, { ...inTime, ...key });
    elapsed += 60_000;
    expect(await post(`${PRINTER}/trigger`, { ...inTime, ...key })).toMatchObject({ status: 202, text: first.text });
    expect(await prints()).toHaveLength(printed + 1);
  });

  it('D18 stays expired when it is repeated with its key', async () => {
    const key = { 'idempotency-key': 'too-late' };
    expect(await post(`${PRINTER}/trigger`, { ...late, ...key })).toMatchObject(EXPIRED);
    expect(await post(`${PRINTER}/trigger`, { ...late, ...key })).toMatchObject(EXPIRED);
    expect(await prints()).toHaveLength(printed);
  });
});

describe('the headers of a command', () => {
  it.each([
    ['strobe-expires-in', '0'],
    ['strobe-expires-in', '-5'],
    ['strobe-expires-in', '1.5'],
    ['strobe-expires-in', '0x10'],
    ['strobe-expires-in', '1e3'],
    ['strobe-expires-in', ''],
    ['strobe-expires-in', '86400001'],
    ['strobe-expires-in', '2000, 2000'],
    ['strobe-expires-in', 'Wed, 21 Oct 2026 07:28:00 GMT'],
    ['strobe-sent-at', '-1'],
    ['strobe-sent-at', 'now'],
    ['strobe-sent-at', '99999999999999999999'],
  ])('E2 are refused when they are no number of milliseconds: %s: "%s"', async (name, value) => {
    const answer = await post(`${PRINTER}/trigger`, { 'strobe-expires-in': '2000', [name]: value });
    const pointer = name === 'strobe-sent-at' ? 'Strobe-Sent-At' : 'Strobe-Expires-In';
    expect(answer).toMatchObject({ status: 400, json: { type: 'urn:strobe:problem:invalid-input', errors: [{ pointer }] } });
    expect(await prints()).toHaveLength(printed);
  });

  it('may name a whole day', async () => {
    expect(await post(`${PRINTER}/trigger`, { 'strobe-expires-in': '86400000' })).toMatchObject({ status: 202 });
  });

  it('refer to the clock that the health of the controller shows', async () => {
    elapsed = 123_456.75;
    expect((await service.call('/healthz')).headers['strobe-clock']).toBe('123456.75');
  });
});
