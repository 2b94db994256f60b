import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openService, textLabel, warm, type Answer, type Call, type OpenService } from '#support/open-service.ts';
import { untilHolds } from '#support/until-holds.ts';
import { until } from '#support/until.ts';
import { Random } from '#support/random.ts';
import { HandClock } from '../../unit/electron/controller/engines/hand-clock.ts';

const PRINTER = '/api/v3/printers/Line%201';
const STATUS = `${PRINTER}/status`;
const VARIABLES = '/api/v3/variables';
/** Every path whose responses are cached. */
const PATHS = [STATUS, '/api/v3/status', VARIABLES];
const DAY = 86_400_000;

let service: OpenService;
let now = Date.UTC(2026, 10, 22, 12);
const open = async (options: Parameters<typeof openService>[0] = {}) => {
  service = await openService({ virtualPrinters: 1, now: () => now, uptime: () => 0, ...options });
};
beforeEach(async () => {
  now = Date.UTC(2026, 10, 22, 12);
  await open();
  await warm(service);
});
afterEach(() => service.close());

const call = (path: string, options?: Call) => service.call(path, options);
const put = (path: string, body: unknown) => call(`/api/v3/${path}`, { method: 'PUT', body });
const post = (path: string, body?: unknown) => call(`${PRINTER}/${path}`, { method: 'POST', body });
const status = async () => (await call(STATUS)).json as { state: string; errors: string[]; job: { printed: number } | null };

const comparable = ({ status: code, headers: { date, ...headers }, text }: Answer) => ({
  code,
  headers,
  text,
  hasDate: date !== undefined,
});
/** A query is never cached; this parameter is ignored otherwise. */
const made = async (path: string, options?: Call) => comparable(await call(`${path}?v=1`, options));
const given = async (path: string, options?: Call) => comparable(await call(path, options));

/** Fills the cache, and returns whether each cached response equals that of the server just before and just after. */
async function expectTruth(): Promise<void> {
  for (const path of PATHS) {
    const look = async () => ({ before: await made(path), answers: [await given(path), await given(path)], after: await made(path) });
    // Waits for the effects of a change, during which no single response would be the right one.
    const { before, answers } = await until(look, (seen) => isDeepStrictEqual(seen.before, seen.after));
    expect(answers).toEqual([before, before]);
  }
}

/** Waits until the start of a printer has settled, so that responses are cached again. */
async function settle(): Promise<void> {
  const making = vi.spyOn(service.controller.printing, 'status');
  const madeForTwo = async () => {
    making.mockClear();
    await call(STATUS);
    await call(STATUS);
    return making.mock.calls.length;
  };
  await until(madeForTwo, (count) => count === 0);
  making.mockRestore();
}

async function select(job: object = {}): Promise<void> {
  await put('labels/Carton', textLabel('{VARIABLE;Batch} {COUNTER;Serial} {HOUR}:{MINUTE}:{SECOND}'));
  await put('variables/Batch', { value: '1', userEdit: true });
  await put('counters/Serial', { value: 1 });
  expect((await post('printJob', { labelName: 'Carton', ...job })).status).toBe(200);
}

async function printOne(): Promise<void> {
  const before = (await status()).job?.printed ?? 0;
  expect((await post('trigger')).status).toBe(202);
  await until(status, ({ job }) => job?.printed === before + 1);
}

const engine = () => service.controller.printers.get('Line 1').engine;
const conveyor = (running: boolean) => put('printers/Line%201/conveyor', { running, productsPerMinute: 60 });

/** Operations that change responses, by name. */
const CHANGES: [string, () => Promise<unknown>][] = [
  ['a variable is made', () => put('variables/New', { value: 'x' })],
  ['a variable of the job gets another value', () => put('variables/Batch', { value: '2' })],
  ['a variable is removed', () => call('/api/v3/variables/Other', { method: 'DELETE' })],
  ['a variable is renamed', () => call('/api/v3/variables/Other/rename', { method: 'POST', body: { to: 'Another' } })],
  ['a label of the job is replaced', () => put('labels/Carton', textLabel('plain'))],
  ['a counter of the job is set', () => put('counters/Serial', { value: 77 })],
  ['a job is selected', () => select()],
  ['a job is selected that sets variables', () => select({ variables: { Batch: 'set' } })],
  ['a job is appended', () => post('printJob', { labelName: 'Carton', queue: true })],
  ['a print is made', () => printOne()],
  ['printing is aborted', () => post('abortPrint')],
  ['the job is deselected', () => post('printJob')],
  ['the printer gets other settings', () => put('printers/Line%201/settings', { bounceTime: 7 })],
  ['the controller gets other settings', () => put('settings', { timeZone: 'Asia/Tokyo', monthEnd: 'end', productionDayStart: 60 })],
  ['the conveyor gets another pace', () => put('printers/Line%201/conveyor', { running: false, productsPerMinute: 33 })],
  ['ink is refilled', async () => engine().refill?.(engine().condition().ink[0]?.supply ?? '')],
  ['the printer goes off', () => service.controller.printers.get('Line 1').stop()],
  [
    'the printer comes back',
    async () => {
      await service.controller.printers.get('Line 1').stop();
      await service.controller.printers.get('Line 1').start();
      await warm(service);
    },
  ],
  ['the second changes that a label shows', async () => void (now += 1_000)],
  ['the clock is doubtful', async () => void (now += 90 * DAY)],
  [
    'a product passes that is not printed',
    async () => {
      await post('printJob');
      await conveyor(true);
      await until(status, ({ errors }) => errors.length > 0);
      await conveyor(false);
    },
  ],
];

describe('cached responses', () => {
  it('are built once while nothing changes', async () => {
    await settle();
    const makings = [vi.spyOn(service.controller.printing, 'status'), vi.spyOn(service.controller.variables, 'list')];
    await put('variables/New', { value: 'x' });
    for (const path of PATHS) for (let time = 0; time < 5; time += 1) expect((await call(path)).status).toBe(200);
    expect(makings.map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
  });

  it.each(CHANGES)('are true when %s', async (_what, change) => {
    await put('variables/Other', { value: 'o' });
    await select();
    await expectTruth();
    await change();
    await expectTruth();
  });

  it('are current while the disk is full, and when it has space again', async () => {
    await service.close();
    const timers = new HandClock();
    await open({ timers });
    timers.advance(3_000);
    await select();
    await expectTruth();
    service.controller.diskIsFull();
    expect((await status()).errors).toHaveLength(1);
    await expectTruth();
    timers.advance(1_000);
    await until(status, ({ errors }) => errors.length === 0);
    await expectTruth();
  });

  it('are current after any changes in any order', async () => {
    const random = new Random(14);
    const changes = CHANGES.filter(([what]) => what !== 'the clock is doubtful');
    await select();
    for (let step = 0; step < 60; step += 1) {
      const [, change] = random.pick(changes);
      // A refused operation changes nothing, and that must be detected too.
      await change().catch((error: unknown) => expect(error).toBeInstanceOf(Error));
      await expectTruth();
    }
  });

  it('are never used while something is wrong, and again afterwards', async () => {
    await settle();
    const making = vi.spyOn(service.controller.printing, 'status');
    now += 90 * DAY;
    for (let time = 0; time < 3; time += 1) expect((await status()).errors).toHaveLength(1);
    expect(making).toHaveBeenCalledTimes(3);
    await call('/api/v3/clock/confirm', { method: 'POST' });
    // The event of the clock is recorded a moment later, which is a change, too.
    await untilHolds(async () => {
      making.mockClear();
      for (let time = 0; time < 3; time += 1) expect((await status()).errors).toEqual([]);
      expect(making.mock.calls.length).toBeLessThanOrEqual(1);
    });
  });
});

describe('a request for a cached response', () => {
  const ours = () => ({ host: `127.0.0.1:${service.port}` });

  it('E2 E6 is admitted or refused like any other', async () => {
    const callers: Record<string, string>[] = [
      {},
      { host: 'evil.example' },
      { ...ours(), origin: 'http://evil.example' },
      { ...ours(), origin: `http://127.0.0.1:${service.port}` },
      { ...ours(), 'sec-fetch-site': 'cross-site' },
      { ...ours(), 'sec-fetch-site': 'same-origin' },
    ];
    for (const path of PATHS) {
      await call(path);
      for (const headers of callers) {
        const { code, text } = await given(path, { headers });
        const whole = await made(path, { headers });
        expect([code, text]).toEqual([whole.code, whole.text]);
      }
    }
  });

  it('gets the same 304 as from the server', async () => {
    for (const path of PATHS) {
      const etag = String((await call(path)).headers.etag);
      for (const tags of [etag, `W/${etag}`, '*', `"other", ${etag}`, '"other"', 'nonsense', '']) {
        const headers = { 'if-none-match': tags };
        expect(await given(path, { headers })).toEqual(await made(path, { headers }));
      }
    }
  });

  it('gets 304 for an unchanged response that was built again', async () => {
    await settle();
    const headers = { 'if-none-match': String((await call(STATUS)).headers.etag) };
    await put('variables/Unrelated', { value: 'x' });
    const making = vi.spyOn(service.controller.printing, 'status');
    for (let time = 0; time < 4; time += 1) expect((await call(STATUS, { headers })).status).toBe(304);
    expect(making).toHaveBeenCalledTimes(1);
  });

  it('gets no body with HEAD, and is refused with a query that is not known', async () => {
    for (const path of PATHS) {
      await call(path);
      expect(await given(path, { method: 'HEAD' })).toEqual(await made(path, { method: 'HEAD' }));
      expect((await call(`${path}?nonsense=1`)).status).toBe(400);
    }
  });

  it('may have a body, which is ignored', async () => {
    for (const path of PATHS) {
      await call(path);
      const options = { headers: { 'content-type': 'text/plain', 'content-length': '1' }, body: 'x' };
      const [kept, whole] = [await given(path, options), await made(path, options)];
      expect([kept.code, kept.text]).toEqual([whole.code, whole.text]);
    }
  });

  it('E10 uses the same budget', async () => {
    await service.close();
    await open({ requestsPerSecond: 1 });
    const answers = await Promise.all(Array.from({ length: 100 }, () => call(VARIABLES)));
    expect(answers.filter(({ status: code }) => code === 429).length).toBeGreaterThan(80);
  });

  it('is counted in the metrics', async () => {
    for (let time = 0; time < 7; time += 1) await call(VARIABLES);
    const line = `strobe_http_request_duration_seconds_count{method="GET",route="${VARIABLES}",status="200"} 7`;
    await until(
      async () => (await call('/metrics')).text.split('\n'),
      (lines) => lines.includes(line),
    );
  });

  it('is refused with an invalid key', async () => {
    for (const path of PATHS) {
      await call(path);
      expect((await call(path, { headers: { authorization: 'Bearer nonsense' } })).status).toBe(401);
    }
  });

  it('needs its key at each request where keys are required', async () => {
    await service.close();
    await open({ isKeyRequired: true });
    const key = await service.apiKeys.add({ name: 'reader', scopes: ['read'], printers: undefined });
    const headers = { authorization: `Bearer ${key}` };
    for (const path of PATHS) {
      expect([(await call(path, { headers })).status, (await call(path)).status]).toEqual([200, 401]);
    }
    await service.apiKeys.revoke('reader');
    for (const path of PATHS) expect((await call(path, { headers })).status).toBe(401);
  });

  it('A8 is served in safe mode too', async () => {
    await service.close();
    await open({ isSafeMode: true });
    await expectTruth();
    expect((await put('variables/New', { value: 'x' })).status).toBe(503);
    await expectTruth();
  });
});
