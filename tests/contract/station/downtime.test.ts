import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controllerLineSchema } from '#contract/api-v3/controller-line.ts';
import type { StationClient } from '#contract/station/index.ts';
import { openService, warm, type OpenService } from '#support/open-service.ts';
import { LINKS, openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { untilHolds } from '#support/until-holds.ts';
import { onlineAt } from '#support/watch.ts';

describe.each(LINKS)('over a %s', (link) => {
  const called = new Set<string>();
  let service: OpenService;
  let station: OpenStation;
  let client: StationClient;
  let on: { connection: string; name: string };

  beforeAll(async () => {
    service = await openService({ virtualPrinters: 1 });
    await warm(service);
    station = await openStation({ controllers: [service.url] });
    client = recording(await station.connect(link), called);
    on = { connection: await onlineAt(client, service.url), name: 'Filling' };
    await client.lineStops.add({ ...on, line: controllerLineSchema.parse({ printers: ['Line 1'], downtime: { asksAfter: 0 } }) });
  });

  afterAll(async () => {
    await station.close();
    await service.close();
  });

  it('a stop is listed, its reason stated, and reported', async () => {
    const unexplained = () => client.downtime.periods({ ...on, from: '2026-01-01T00:00:00Z', needsReason: true, limit: 10 });
    const [stop] = await untilHolds(async () => {
      const { periods } = await unexplained();
      expect(periods).toMatchObject([{ activity: 'set-up', needsReason: true }]);
      return periods;
    });
    expect(await client.lineStops.list({ connection: on.connection })).toMatchObject([{ unexplainedStops: 1 }]);
    await client.downtime.stateReason({ ...on, period: stop!.id, reason: 'changeover', note: 'new reel' });
    expect(await unexplained()).toEqual({ periods: [], next: null });
    expect(await client.downtime.periods({ ...on, from: '2026-01-01T00:00:00Z' })).toMatchObject({
      periods: [{ stated: { reason: 'changeover', note: 'new reel' } }],
    });
    const [oee] = await client.downtime.oee({ ...on, from: new Date(Date.now() - 60_000).toISOString(), by: 'none' });
    expect(oee).toMatchObject({ reasons: [{ reason: 'changeover', activity: null, stops: 1 }] });
  });

  it('the reasons are replaced', async () => {
    const reasons = await client.downtime.reasons({ connection: on.connection });
    await client.downtime.putReasons({ connection: on.connection, reasons: reasons.slice(0, 2) });
    expect(await client.downtime.reasons({ connection: on.connection })).toEqual(reasons.slice(0, 2));
  });

  it('every operation was called', () => {
    const isOurs = (noun: string): boolean => noun === 'downtime';
    expect([...called].filter((name) => isOurs(name.split('.')[0]!)).sort()).toEqual(operationsOf(isOurs));
  });
});
