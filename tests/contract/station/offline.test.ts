import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UnsavedEditPlace } from '#contract/station/unsaved-edits.ts';
import type { StationClient } from '#contract/station/index.ts';
import { FakeController } from '#support/fake-controller.ts';
import { openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { connectionWhen } from '#support/watch.ts';
import { untilHolds } from '#support/until-holds.ts';

const LOT = { value: 'L-1', description: '', userEdit: false, pinned: false };
const MINE = { ...LOT, value: 'L-2' };
const THEIRS = { ...LOT, value: 'L-3' };
const PATH = '/api/v3/variables/Lot';

let controller: FakeController;
let station: OpenStation;
let client: StationClient;
let connection: string;
let place: UnsavedEditPlace;
const called = new Set<string>();

beforeEach(async () => {
  controller = await new FakeController('hall-1').start();
  controller.answers.set(`GET ${PATH}`, { status: 200, body: LOT, etag: '"one"' });
  controller.answers.set(`PUT ${PATH}`, { status: 204 });
  controller.answers.set('GET /api/v3/variables', { status: 200, body: [{ name: 'Lot', value: 'L-1' }] });
  station = await openStation({ controllers: [controller.url] });
  client = recording(await station.connect('WebSocket'), called);
  connection = (await online()).id;
  place = { connection, kind: 'variable', name: 'Lot' };
});

afterEach(async () => {
  await station.close();
  await controller.kill();
});

const online = () => connectionWhen(client, ({ state }) => state === 'online');

async function lose(): Promise<void> {
  await controller.kill();
  await connectionWhen(client, ({ state }) => state === 'lost');
}

async function comeBack(): Promise<void> {
  await controller.start();
  await online();
}

async function unsavedEdits() {
  const stop = new AbortController();
  for await (const event of client.unsavedEdits.watch({}, stop.signal)) {
    stop.abort();
    if (event.type === 'snapshot') return event.unsavedEdits;
  }
  throw new Error('the feed did not begin with a snapshot');
}

const puts = () => controller.received.filter(({ method, url }) => method === 'PUT' && url === PATH);

describe('while a controller is offline', () => {
  it('its last answers stay readable, with their time', async () => {
    const before = Date.now();
    await client.variables.list({ connection });
    await client.variables.get({ connection, name: 'Lot' });
    await lose();
    await expect(client.variables.list({ connection })).resolves.toEqual([{ name: 'Lot', value: 'L-1' }]);
    await expect(client.variables.get({ connection, name: 'Lot' })).resolves.toEqual(LOT);
    const { at } = await client.lastAnswers.at({ connection, read: 'variables.get', name: 'Lot' });
    expect(at).toBeGreaterThanOrEqual(before);
  });

  it('a query without a last answer fails as unreachable', async () => {
    await lose();
    await expect(client.variables.list({ connection })).rejects.toMatchObject({ slug: 'controller-unreachable' });
    await expect(client.lastAnswers.at({ connection, read: 'variables.list' })).resolves.toEqual({ at: null });
  });

  it('a printing command is refused at once, and not sent later', async () => {
    await lose();
    const order = { connection, printer: 'Line 1', idempotencyKey: randomUUID() };
    await expect(client.printing.trigger(order)).rejects.toMatchObject({ slug: 'controller-unreachable' });
    await expect(client.printing.abort(order)).rejects.toMatchObject({ slug: 'controller-unreachable' });
    await expect(client.printing.select({ ...order, job: { labelName: 'Food', queue: false } })).rejects.toMatchObject({
      slug: 'controller-unreachable',
    });
    await client.unsavedEdits.keep({ ...place, content: MINE, base: LOT, isFinished: true });
    await comeBack();
    await untilHolds(() => expect(puts()).toHaveLength(1));
    expect(controller.received.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('cells of a table that are changed while the controller is offline', () => {
  const ROWS_VERSION = 'first';
  const cell = (row: number, value: string) => ({ rowsVersion: ROWS_VERSION, cells: [{ row, column: 'Name', value }] });
  const posted = () => controller.received.filter(({ url }) => url === '/api/v3/tables/Products/cells');
  const told = () => posted().map(({ body }) => JSON.parse(body) as unknown);
  let cells: UnsavedEditPlace;

  function answerRow(row: number, name: string, rowsVersion = ROWS_VERSION): void {
    const body = { columns: ['SKU', 'Name'], rows: [{ row, cells: [`400${row}`, name] }], total: 3, rowsVersion };
    controller.answers.set(`GET /api/v3/tables/Products/rows?offset=${row}&limit=1`, { status: 200, body });
  }

  beforeEach(async () => {
    cells = { connection, kind: 'cells', name: 'Products' };
    controller.answers.set('POST /api/v3/tables/Products/cells', { status: 204 });
    answerRow(0, 'Ketchup');
    answerRow(2, 'Mustard');
    await lose();
    await client.unsavedEdits.keep({ ...cells, content: cell(2, 'Relish'), base: cell(2, 'Mustard'), isFinished: true });
    await client.unsavedEdits.keep({ ...cells, content: cell(0, 'Aioli'), base: cell(0, 'Ketchup'), isFinished: true });
    await client.unsavedEdits.keep({ ...cells, content: cell(0, 'Mayonnaise'), base: cell(0, 'Aioli'), isFinished: true });
  });

  it('are collected and sent together, each over its value before the first change', async () => {
    await comeBack();
    await untilHolds(async () => expect(await unsavedEdits()).toEqual([]));
    expect(told()).toEqual([
      {
        rowsVersion: ROWS_VERSION,
        cells: [
          { row: 0, column: 'Name', was: 'Ketchup', value: 'Mayonnaise' },
          { row: 2, column: 'Name', was: 'Mustard', value: 'Relish' },
        ],
      },
    ]);
  });

  it.each([
    { what: 'one of them was changed there', row: 2, name: 'Chutney', version: ROWS_VERSION },
    { what: 'other rows stand there', row: 0, name: 'Ketchup', version: 'second' },
  ])('wait for a person when $what meanwhile', async ({ row, name, version }) => {
    answerRow(row, name, version);
    await comeBack();
    await untilHolds(async () => expect(await unsavedEdits()).toMatchObject([{ ...cells, state: 'changed' }]));
    expect(told()).toEqual([]);
    const { theirs } = await client.unsavedEdits.compare(cells);
    expect(theirs).toMatchObject({
      cells: [
        { row: 0, value: 'Ketchup' },
        { row: 2, value: row === 2 ? name : 'Mustard' },
      ],
    });
    await client.unsavedEdits.send({ ...cells, expected: theirs });
    expect(told()).toMatchObject([
      {
        rowsVersion: version,
        cells: [
          { row: 0, was: 'Ketchup' },
          { row: 2, value: 'Relish' },
        ],
      },
    ]);
    expect(await unsavedEdits()).toEqual([]);
  });

  it('are limited to as many as are sent at a time', async () => {
    const many = Array.from({ length: 998 }, (_, place) => ({ row: 10 + place, column: 'Name', value: 'x' }));
    const content = { rowsVersion: ROWS_VERSION, cells: many };
    await client.unsavedEdits.keep({ ...cells, content, base: content, isFinished: true });
    const oneMore = client.unsavedEdits.keep({ ...cells, content: cell(5_000, 'y'), base: cell(5_000, 'x'), isFinished: true });
    await expect(oneMore).rejects.toMatchObject({ slug: 'too-many-requests' });
    const again = client.unsavedEdits.keep({ ...cells, content: cell(10, 'z'), base: cell(10, 'x'), isFinished: true });
    await expect(again).resolves.toMatchObject({ state: 'waiting' });
  });

  it('are refused when the content is not a list of cells', async () => {
    const keep = client.unsavedEdits.keep({ ...cells, content: { rows: [] }, base: null, isFinished: true });
    await expect(keep).rejects.toMatchObject({ slug: 'invalid-input' });
  });
});

describe('an unsaved edit', () => {
  it('that is finished while the controller is offline is sent when it is back, over the document that it started from', async () => {
    await lose();
    await client.unsavedEdits.keep({ ...place, content: MINE, base: LOT, isFinished: true });
    expect(await unsavedEdits()).toMatchObject([{ ...place, state: 'waiting' }]);
    await expect(client.unsavedEdits.get(place)).resolves.toEqual({ content: MINE, base: LOT });
    await comeBack();
    await untilHolds(async () => expect(await unsavedEdits()).toEqual([]));
    expect(puts().map(({ headers, body }) => [headers['if-match'], JSON.parse(body) as unknown])).toEqual([['"one"', MINE]]);
  });

  it('that is still being edited is not sent', async () => {
    await lose();
    await client.unsavedEdits.keep({ ...place, content: MINE, base: LOT, isFinished: false });
    await client.unsavedEdits.keep({ ...place, name: 'Other', content: MINE, base: null, isFinished: true });
    controller.answers.set('PUT /api/v3/variables/Other', { status: 201 });
    await comeBack();
    await untilHolds(async () => expect(await unsavedEdits()).toMatchObject([{ ...place, state: 'open' }]));
    expect(puts()).toEqual([]);
    expect(controller.received.find(({ url }) => url === '/api/v3/variables/Other')).toBeDefined();
  });

  it('that is saved stays so when the page then stores what was being typed, until something else is typed', async () => {
    await lose();
    await client.unsavedEdits.keep({ ...place, content: MINE, base: LOT, isFinished: true });
    await client.unsavedEdits.keep({ ...place, content: MINE, base: LOT, isFinished: false });
    expect(await unsavedEdits()).toMatchObject([{ ...place, state: 'waiting' }]);
    await client.unsavedEdits.keep({ ...place, content: THEIRS, base: LOT, isFinished: false });
    expect(await unsavedEdits()).toMatchObject([{ ...place, state: 'open' }]);
  });

  it('whose document has changed on the controller waits for a person, who sees both and chooses', async () => {
    await lose();
    await client.unsavedEdits.keep({ ...place, content: MINE, base: LOT, isFinished: true });
    controller.answers.set(`GET ${PATH}`, { status: 200, body: THEIRS, etag: '"two"' });
    await comeBack();
    await untilHolds(async () => expect(await unsavedEdits()).toMatchObject([{ state: 'changed' }]));
    expect(puts()).toEqual([]);
    await expect(client.unsavedEdits.compare(place)).resolves.toEqual({ content: MINE, base: LOT, theirs: THEIRS });
    await expect(client.unsavedEdits.send({ ...place, expected: LOT })).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    await client.unsavedEdits.send({ ...place, expected: THEIRS });
    expect(puts().map(({ headers }) => headers['if-match'])).toEqual(['"two"']);
    expect(await unsavedEdits()).toEqual([]);
  });

  it('that the controller refuses keeps the reason until it is changed or discarded', async () => {
    controller.answers.set(`PUT ${PATH}`, { status: 400, type: 'application/problem+json', body: { title: 'Bad', detail: 'Too long.' } });
    await client.unsavedEdits.keep({ ...place, content: MINE, base: LOT, isFinished: true });
    await untilHolds(async () => expect(await unsavedEdits()).toMatchObject([{ state: 'refused', reason: 'Bad: Too long.' }]));
    await client.unsavedEdits.discard(place);
    expect(await unsavedEdits()).toEqual([]);
    await expect(client.unsavedEdits.get(place)).rejects.toMatchObject({ slug: 'not-found' });
  });

  it('is stored at once, also while a controller is slow to accept another one', async () => {
    const second = await new FakeController('hall-2').start();
    const { id: elsewhere } = await client.connections.add({ url: second.url });
    await lose();
    await client.unsavedEdits.keep({ ...place, content: MINE, base: LOT, isFinished: true });
    let asked: ServerResponse | undefined;
    controller.behaviour = ({ url }, response) => {
      if (url === PATH) asked = response;
      return url === PATH;
    };
    await comeBack();
    const response = await untilHolds(() => asked ?? expect.fail('it is not asked'));
    const other = { ...place, name: 'Other', content: MINE, base: null, isFinished: false };
    await client.unsavedEdits.keep(other);
    await client.unsavedEdits.keep({ ...other, connection: elsewhere });
    // The request is still waiting.
    expect(response.closed).toBe(false);
    controller.behaviour = undefined;
    response.end(JSON.stringify(MINE));
    await untilHolds(async () => expect(await unsavedEdits()).toMatchObject([{ connection }, { connection: elsewhere }]));
    await second.kill();
  });

  it('that was saved although the answer was lost is not sent again', async () => {
    await lose();
    await client.unsavedEdits.keep({ ...place, content: MINE, base: LOT, isFinished: true });
    controller.answers.set(`GET ${PATH}`, { status: 200, body: MINE });
    await comeBack();
    await untilHolds(async () => expect(await unsavedEdits()).toEqual([]));
    expect(puts()).toEqual([]);
  });
});

it('every operation was called', () => {
  const offline = operationsOf((noun) => noun === 'unsavedEdits' || noun === 'lastAnswers');
  expect(offline.filter((operation) => !called.has(operation))).toEqual([]);
});

describe('unsaved edits', () => {
  it('are limited to 500, and existing ones can be edited', async () => {
    await lose();
    const keep = (name: string, value: string) =>
      client.unsavedEdits.keep({ ...place, name, content: { ...LOT, value }, base: null, isFinished: false });
    for (let number = 0; number < 500; number += 1) await keep(`V${number}`, '1');
    await expect(keep('one more', '1')).rejects.toMatchObject({ slug: 'too-many-requests' });
    await expect(keep('V7', '2')).resolves.toMatchObject({ name: 'V7' });
    expect(await unsavedEdits()).toHaveLength(500);
  });
});
