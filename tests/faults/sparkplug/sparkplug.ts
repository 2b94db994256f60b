import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Print, PrintsPage } from '#contract/api-v3/print.ts';
import type { SparkplugState } from '#contract/api-v3/sparkplug.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { startController } from '#support/controller-process.ts';
import { Mosquitto } from '#support/mosquitto.ts';
import { SparkplugHost } from '#support/sparkplug-host.ts';
import { until } from '#support/until.ts';
import { refuse, type Order } from '../fault-run.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../lines.ts';

const LINE: LineSetup = { printer: 'Line 1', counter: 'Serial', lineSpeed: 2_400, bufferDepth: 8, isColor: false };
/** A little more than 1 000, so that a busy machine makes that many. */
const PRODUCTS_PER_MINUTE = 1_100;
const MINUTE = 60_000;
/** How long it prints before the server is killed, and after it is back, in milliseconds. */
const BEFORE = 5_000;
const PAGE = 500;

/**
 * Kills the MQTT server for so many seconds while a line prints 1 000 products a minute. Every print of the ledger arrives at the host, in order;
 * those of the outage arrive as history.
 */
export async function sparkplug({ amount, tell }: Order): Promise<string> {
  const missing = Mosquitto.missing();
  if (missing !== undefined) throw new Error(missing);
  const dataFolder = mkdtempSync(join(tmpdir(), 'strobe-sparkplug-'));
  await furnishFolder(dataFolder, [LINE]);
  await using resources = new AsyncDisposableStack();
  resources.defer(() => rmSync(dataFolder, { recursive: true, force: true }));
  const broker = await Mosquitto.start();
  resources.defer(() => broker.stop());
  const controller = await startController({ dataFolder, flags: ['--empty', '--log-level', 'error'] });
  resources.defer(async () => void (await controller.stop()));
  const { url } = controller;
  await selectSerials(url, [LINE]);

  const host = await SparkplugHost.connect(broker.url);
  await host.say(true);
  await callApi('PUT', `${url}/api/v3/sparkplug`, {
    ...{ isEnabled: true, servers: [{ url: broker.url }], groupId: 'Plant', nodeId: 'Cell 4', primaryHostId: 'Scada' },
  });
  const conveyor = (running: boolean) =>
    callApi('PUT', `${printerUrl(url, LINE.printer)}/conveyor`, { running, productsPerMinute: PRODUCTS_PER_MINUTE });
  await conveyor(true);
  await wait(BEFORE);
  await broker.kill();
  const killed = Date.now();
  tell(`server killed after ${host.records().length} records`);
  for (let passed = 0; passed < amount; passed += 60) {
    await wait(Math.min(60, amount - passed) * 1_000);
    const { history } = await readApi<SparkplugState>(`${url}/api/v3/sparkplug/state`);
    tell(`${history.waiting} prints wait`);
  }
  await broker.start();
  const back = Date.now();
  const later = await SparkplugHost.connect(broker.url);
  await later.say(true);
  const sent = await until(
    () => readApi<SparkplugState>(`${url}/api/v3/sparkplug/state`),
    ({ phase, history }) => phase === 'online' && history.waiting < PRODUCTS_PER_MINUTE / 60,
  );
  const caughtUp = Date.now();
  tell(`caught up: ${sent.history.sent} prints taken`);
  await wait(BEFORE);
  await conveyor(false);
  const prints = await settledPrints(url);
  await until(
    () => readApi<SparkplugState>(`${url}/api/v3/sparkplug/state`),
    ({ history }) => history.waiting === 0,
  );
  await later.until(() => later.records().some(({ id }) => id === prints.at(-1)?.id));
  const verdict = compare(prints, { first: host.records(), second: later.records(), outage: { killed, back } });
  refuse(verdict.faults);
  await Promise.all([host.end(), later.end()]);
  const rate = Math.round(((verdict.during * MINUTE) / (back - killed)) * 10) / 10;
  return (
    `server away ${Math.round((back - killed) / 1_000)} s, ${prints.length} prints, ${verdict.during} of them meanwhile (${rate}/min), 0 lost, ` +
    `0 out of order, ${verdict.repeated} arrived twice, caught up ${caughtUp - back} ms after the server`
  );
}

/** All prints of the ledger, oldest first, once none is open. */
async function settledPrints(url: string): Promise<Print[]> {
  return until(
    async () => {
      const prints: Print[] = [];
      let before = '';
      do {
        const page = await readApi<PrintsPage>(`${url}/api/v3/prints?limit=${PAGE}${before}`);
        prints.unshift(...page.prints.toReversed());
        before = page.next === null ? '' : `&before=${page.next}`;
      } while (before !== '');
      return prints;
    },
    (prints) => prints.length > 0 && prints.every(({ state }) => state !== 'reserved' && state !== 'sent'),
  );
}

type HostRecords = ReturnType<SparkplugHost['records']>;

function compare(
  prints: readonly Print[],
  { first, second, outage }: { first: HostRecords; second: HostRecords; outage: { killed: number; back: number } },
): { faults: string[]; during: number; repeated: number } {
  const arrived = [...first, ...second];
  const byId = new Map(arrived.map((record) => [record['id'], record]));
  const meanwhile = prints.filter(({ settled }) => Date.parse(settled) > outage.killed && Date.parse(settled) < outage.back);
  const known = new Set<unknown>(prints.map(({ id }) => id));
  return {
    faults: [
      ...prints.filter(({ id }) => !byId.has(id)).map(({ id }) => `print ${id} is lost`),
      ...prints
        .filter(({ id, state }) => byId.has(id) && byId.get(id)?.['state'] !== state)
        .map(({ id }) => `print ${id} has another state`),
      ...arrived.filter(({ id }) => !known.has(id)).map(({ id }) => `print ${String(id)} is not in the ledger`),
      ...[first, second].flatMap(outOfOrder),
      // The last seconds before the server is back are live when they arrive.
      ...meanwhile
        .filter(({ settled, id }) => Date.parse(settled) < outage.back - 10_000 && byId.get(id)?.isHistorical !== true)
        .map(({ id }) => `print ${id} was made while the server was away and is not historical`),
    ],
    during: meanwhile.length,
    repeated: arrived.length - byId.size,
  };
}

function outOfOrder(records: HostRecords): string[] {
  return records.flatMap(({ id }, at) =>
    at > 0 && Number(id) <= Number(records[at - 1]?.['id']) ? [`print ${String(id)} is out of order`] : [],
  );
}
