import { afterEach, describe, expect, it } from 'vitest';
import { livenessSchema, readinessSchema } from '#contract/api-v3/health.ts';
import { DrawingPool } from '#controller/drawing/drawing-pool.ts';
import { openService, textLabel, warm, type OpenService, type OpenServiceOptions } from '#support/open-service.ts';
import { until } from '#support/until.ts';
import { HandClock } from '../../unit/electron/controller/engines/hand-clock.ts';

const DAY = 86_400_000;

let service: OpenService;
afterEach(() => service.close());
const open = async (options: OpenServiceOptions = {}) => {
  service = await openService({ virtualPrinters: 1, ...options });
};

const ready = async () => {
  const { status, json } = await service.call('/healthz/ready');
  const { reasons } = readinessSchema.parse(json);
  return [status, ...reasons.map(({ code }) => code)];
};
const figures = async () => (await service.call('/metrics')).text.split('\n');

describe('a controller is ready', () => {
  it('until it stops, and then says so', async () => {
    await open();
    expect(await ready()).toEqual([200]);
    service.controller.printing.stopAccepting();
    expect(await ready()).toEqual([503, 'stopping']);
  });

  it('A14 until it stops: a backup is refused with 503 then', async () => {
    await open();
    service.controller.stopAccepting();
    const { status, json } = await service.call('/api/v3/backups', { method: 'POST' });
    expect({ status, json }).toMatchObject({ status: 503, json: { type: 'urn:strobe:problem:stopping' } });
  });

  it('whatever the state of a single printer', async () => {
    await open({ virtualPrinters: 0 });
    expect(await ready()).toEqual([200]);
  });

  it('A8 never in safe mode, but is live', async () => {
    await open({ isSafeMode: true });
    expect(await ready()).toEqual([503, 'safe-mode']);
    const { status, json } = await service.call('/healthz/live');
    expect([status, livenessSchema.parse(json)]).toEqual([200, { status: 'live' }]);
  });

  it('B4 again when a full disk has free space', async () => {
    const timers = new HandClock();
    await open({ timers });
    service.controller.diskIsFull();
    expect(await ready()).toEqual([503, 'disk-full']);
    timers.advance(1_000);
    await until(ready, ([status]) => status === 200);
  });

  it('A11 not while no label can be drawn at all', async () => {
    const drawing = new DrawingPool({ entry: new URL('nowhere.ts', import.meta.url) });
    await open({ drawing });
    expect(await ready()).toEqual([200]);
    await service.call('/api/v3/printers/Line%201/printJob', { method: 'POST', body: { labelData: textLabel('x') } });
    await until(ready, ([status, reason]) => status === 503 && reason === 'drawing-down');
    expect((await service.call('/healthz')).json).toMatchObject({ isDrawingDown: true });
    expect(await figures()).toContain('strobe_drawing_down 1');
    await drawing.stop();
  });

  it('C2 once a doubtful clock is confirmed', async () => {
    let now = Date.UTC(2026, 10, 22);
    await open({ now: () => now, uptime: () => 0 });
    now += 90 * DAY;
    expect(await ready()).toEqual([503, 'clock-doubtful']);
    await service.call('/api/v3/clock/confirm', { method: 'POST' });
    expect(await ready()).toEqual([200]);
  });
});

describe('the metrics', () => {
  it('cover prints, triggers, queues, durations, and the process', async () => {
    await open();
    await warm(service);
    const post = (path: string, body?: unknown) => service.call(`/api/v3/printers/Line%201/${path}`, { method: 'POST', body });
    await post('printJob', { labelData: textLabel('x') });
    await post('trigger');
    const printed = 'strobe_prints{printer="Line 1",state="printed"} 1';
    const lines = await until(figures, (read) => read.includes(printed));
    expect(lines).toEqual(
      expect.arrayContaining([
        '# TYPE strobe_triggers_total counter',
        'strobe_triggers_total{printer="Line 1"} 1',
        'strobe_trigger_bounces_total{printer="Line 1"} 0',
        'strobe_prints{printer="Line 1",state="unknown"} 0',
        'strobe_queued_jobs{printer="Line 1"} 1',
        'strobe_printer_state{printer="Line 1",state="STARTED"} 1',
        'strobe_printer_state{printer="Line 1",state="ERROR"} 0',
        'strobe_ready 1',
        'strobe_info{version="0.0.0"} 1',
        'strobe_engine_send_duration_seconds_count{printer="Line 1"} 1',
        'strobe_engine_settle_duration_seconds_count{printer="Line 1"} 1',
        'strobe_http_request_duration_seconds_count{method="POST",route="/api/v3/printers/:name/trigger",status="202"} 1',
      ]),
    );
    const names = ['strobe_event_loop_lag_seconds{quantile="0.99"}', 'process_resident_memory_bytes', 'strobe_uptime_seconds'];
    for (const name of names) expect(lines.some((line) => line.startsWith(`${name} `))).toBe(true);
  });

  it('are lines of the text format, every one', async () => {
    await open();
    const { text, headers } = await service.call('/metrics');
    const isLine = /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? (\+Inf|-?\d[\d.e+-]*))$/;
    expect(
      text
        .trimEnd()
        .split('\n')
        .filter((line) => !isLine.test(line)),
    ).toEqual([]);
    expect([text.endsWith('\n'), headers['content-type']]).toEqual([true, 'text/plain; version=0.0.4; charset=utf-8']);
  });

  it('count requests for unknown paths under one name', async () => {
    await open();
    for (let path = 0; path < 20; path += 1) await service.call(`/nowhere/${path}`);
    const requests = (await figures()).filter((line) => line.startsWith('strobe_http_request_duration_seconds_count'));
    expect(requests).toEqual(['strobe_http_request_duration_seconds_count{method="GET",route="unknown",status="404"} 20']);
  });

  it('E6 are refused to other origins', async () => {
    await open();
    expect((await service.call('/metrics', { headers: { origin: 'http://evil.example' } })).status).toBe(403);
  });
});
