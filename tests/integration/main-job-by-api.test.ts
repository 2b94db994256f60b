import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, readApi } from '#support/call-api.ts';
import { decodeCodes } from '#support/decode-codes.ts';
import { KETCHUP_LABEL } from '#support/ketchup-label.ts';
import { productsCsv } from '#support/products.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { until } from '#support/until.ts';

/** The main job through the API alone, with a plain HTTP client: two controllers, two stations, one machine. */

interface Prints {
  prints: { id: number; state: string; counters: { name: string; value: number }[] }[];
}

async function prepare(api: string, firstSerial: number): Promise<void> {
  await callApi('PUT', `${api}/tables/Real%20products`, productsCsv());
  await callApi('PUT', `${api}/counters/Serial`, { value: firstSerial, width: 6 });
  await callApi('PUT', `${api}/labels/Ketchup%20case`, KETCHUP_LABEL);
}

async function findKetchup(api: string): Promise<string> {
  const page = await readApi<{ rows: { cells: string[] }[] }>(`${api}/tables/Real%20products/rows?search=ketchup`);
  return page.rows.map(({ cells }) => cells[0] ?? '').find((gtin) => /^\d{13}$/.test(gtin)) ?? '';
}

async function printThree(api: string, gtin: string): Promise<void> {
  const printer = `${api}/printers/Line%201`;
  await until(
    () => readApi<{ state: string }>(`${printer}/status`),
    ({ state }) => state === 'STARTED' || state === 'HEATING',
  );
  await callApi('POST', `${printer}/printJob`, { labelName: 'Ketchup case', tableName: 'Real products', keyColumn: 'GTIN', key: gtin });
  for (let count = 1; count <= 3; count++) {
    await until(
      async () => (await (await callApi('POST', `${printer}/trigger`)).json()) as { result: string },
      ({ result }) => result === 'printing',
    );
  }
  await until(
    () => readApi<{ printedLabels: number }>(`${printer}/printCounters`),
    ({ printedLabels }) => printedLabels === 3,
  );
}

function bestBefore(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: '2-digit', month: '2-digit', day: '2-digit' });
  return parts.format(Date.now() + 30 * 86_400_000).replaceAll('-', '');
}

describe('two controllers and two stations on one machine', () => {
  let controllers: ControllerProcess[] = [];
  let stations: StationProcess[] = [];

  beforeAll(async () => {
    controllers = await Promise.all([startController({ flags: ['--empty'] }), startController({ flags: ['--empty'] })]);
    const urls = controllers.flatMap(({ url }) => ['--controller', url]);
    stations = await Promise.all([1, 2].map(() => startStation({ flags: ['--no-embedded', ...urls] })));
    await Promise.all(controllers.map(({ url }, index) => prepare(`${url}/api/v3`, 100_000 * (index + 1))));
  });

  afterAll(async () => {
    await Promise.all([...stations, ...controllers].map((program) => program.stop()));
  });

  it('print a searched product three times each, with three serials that an independent decoder reads', async () => {
    for (const [index, { url }] of controllers.entries()) {
      const api = `${url}/api/v3`;
      const gtin = await findKetchup(api);
      const { timeZone } = await readApi<{ timeZone: string }>(`${url}/healthz`);
      await printThree(api, gtin);
      const { prints } = await readApi<Prints>(`${api}/prints?printer=Line%201`);
      const codes = await Promise.all(
        prints.map(async ({ id }) => decodeCodes(new Uint8Array(await (await callApi('GET', `${api}/prints/${id}/image`)).arrayBuffer()))),
      );
      const serials = [2, 1, 0].map((step) => String(100_000 * (index + 1) + step));
      expect(codes).toEqual(
        serials.map((serial) => [
          { format: 'DataMatrix', text: `(01)0${gtin}(17)${bestBefore(timeZone)}(21)${serial}` },
          { format: 'EAN13', text: gtin },
        ]),
      );
      const { count } = await readApi<{ count: number[] }>(`${api}/printers/Line%201/printHistory?resolution=MINUTES`);
      expect(count.reduce((sum, value) => sum + value, 0)).toBe(3);
    }
  });

  it('show the same data on both stations', async () => {
    for (const station of stations) {
      const client = await station.connect();
      const seen = await until(
        async () => {
          const stop = new AbortController();
          for await (const event of client.fleet.watch({}, stop.signal)) {
            stop.abort();
            if (event.type === 'snapshot') return event.printers;
          }
          return [];
        },
        (printers) => printers.filter((printer) => printer.counters?.printedLabels === 3).length === 2,
      );
      expect(seen.filter(({ name }) => name === 'Line 1').map(({ counters }) => counters?.printedLabels)).toEqual([3, 3]);
    }
  });
});
