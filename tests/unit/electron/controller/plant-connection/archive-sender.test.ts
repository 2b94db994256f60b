import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plantSettingsSchema } from '#contract/api-v3/plant.ts';
import { ProblemError } from '#contract/problem.ts';
import { PrintIndex } from '#controller/ledger/print-index.ts';
import { ArchiveQueue } from '#controller/plant-connection/archive-queue.ts';
import { ArchiveSender } from '#controller/plant-connection/archive-sender.ts';
import { PlantClient } from '#controller/plant-connection/plant-client.ts';
import type { Timers } from '#controller/platform/timers.ts';
import { silentLog } from '#process/log.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { ArchiveReceiver, PLANT_KEY, problem, type ArchiveAnswer } from '#support/archive-receiver.ts';
import { storePrints, valuesOf } from '#support/stored-prints.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { until } from '#support/until.ts';
import { untilHolds } from '#support/until-holds.ts';

const DAY = 86_400_000;
/** Waits take no time. */
const HASTY: Timers = { setTimeout: (act) => setTimeout(act, 1), clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout) };

let db: ControllerDatabase;
let receiver: ArchiveReceiver;
let queue: ArchiveQueue;
let client: PlantClient;
let sender: ArchiveSender;
let failures: string[];
let isDiskFull: boolean;
/** Milliseconds by which the clock of the sender advances with each look: more than any pause. */
let step: number;

beforeEach(async () => {
  receiver = await new ArchiveReceiver().start();
  failures = [];
  isDiskFull = false;
  step = DAY;
  open(':memory:');
  await inTransaction(db, (trx) => queue.begin(trx));
});
afterEach(async () => {
  await close();
  await receiver.stop();
});

/** Opens a database with a sender that is not started. */
function open(file: string): void {
  db = openControllerDatabase(file);
  const index = new PrintIndex({ db, timers: HASTY, log: silentLog, isSafeMode: true });
  queue = new ArchiveQueue({
    ...{ db, index, now: () => 5_000 },
    write: async (work) => {
      if (isDiskFull) throw new ProblemError('disk-full', { detail: 'The disk is full.' });
      await inTransaction(db, work);
    },
  });
  const settings = plantSettingsSchema.parse({ isEnabled: true, url: receiver.url, key: PLANT_KEY });
  client = new PlantClient({ settings, controllerId: 'controller-1', batchLimit: 1_000 });
  let elapsed = 0;
  sender = new ArchiveSender({
    ...{ queue, client, timers: HASTY, log: silentLog, random: () => 1, monotonicNow: () => (elapsed += step) },
    ...{ onSuccess: () => undefined, onFailure: (reason) => failures.push(reason) },
  });
}

async function close(): Promise<void> {
  await sender.stop();
  client.close();
  await db.destroy();
}

const cursor = () => db.selectFrom('archive_cursor').selectAll().executeTakeFirst();
const sent = (count: number) => until(cursor, (row) => row?.archived === count);
const settle = (id: number, state: 'printed' | 'unknown' | 'void') =>
  db.updateTable('prints').set({ state }).where('id', '=', id).execute();
const status =
  (code: number, headers: Record<string, string> = {}): ArchiveAnswer =>
  (response) => {
    response.writeHead(code, headers).end();
    return true;
  };
/** The plant refuses every batch with one of these prints. */
const refusing =
  (...ids: number[]): ArchiveAnswer =>
  (response, prints) => {
    if (!prints.some(({ print }) => ids.includes(Number(print)))) return false;
    problem(response, 422, 'a value is not right');
    return true;
  };

describe('the archive of the plant', () => {
  it('gets the prints of the ledger in their order, with their serials, variables and label documents', async () => {
    await storePrints(db, 1_200);
    sender.start();
    await sent(1_200);
    expect(receiver.ids).toEqual(Array.from({ length: 1_200 }, (_, at) => at + 1));
    expect(receiver.batches.map(({ length }) => length)).toEqual([500, 700]);
    expect(receiver.archive.get(8)).toMatchObject({
      ...{ print: '8', printer: 'Line 1', label: 'Case', labelRevision: '1', documentHash: 'document', state: 'printed' },
      ...{ reserved: '1007', serials: '["7"]', variables: '["LOT 7"]', values: valuesOf(7), key: '', reason: '' },
    });
    const { document } = await db.selectFrom('label_documents').select('document').executeTakeFirstOrThrow();
    expect([...receiver.documents]).toEqual([['document', document]]);
    expect([receiver.controller, receiver.faults, await cursor()]).toMatchObject([
      'controller-1',
      [],
      { through: 1_200, last_success: 5_000 },
    ]);
  });

  it('loses nothing and keeps the order over errors, cuts, answers that do not come, and answers of something else', async () => {
    await storePrints(db, 3);
    const cut: ArchiveAnswer = (response) => {
      response.destroy();
      return true;
    };
    const silent: ArchiveAnswer = () => true;
    const other: ArchiveAnswer = (response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>');
      return true;
    };
    const elsewhere = status(302, { location: 'https://elsewhere.example/' });
    receiver.answers.push(status(503), cut, silent, other, elsewhere, status(401), status(404), status(429, { 'retry-after': '1' }));
    sender.start();
    await sent(3);
    expect(receiver.ids).toEqual([1, 2, 3]);
    expect(failures).toEqual([
      'The plant answered 503.',
      expect.stringContaining('could not be reached'),
      'The plant did not answer in time.',
      'The answer is not that of a plant. Check the address.',
      'The plant answered 302 with another address, which is not followed.',
      'The plant does not accept the key.',
      'The plant answered 404.',
      'The plant answered 429.',
    ]);
  });

  it.each(['before the request', 'before the answer is recorded'])('has every print after a kill %s', async (moment) => {
    await close();
    const file = join(temporaryFolder(), 'controller.db');
    open(file);
    await inTransaction(db, (trx) => queue.begin(trx));
    await storePrints(db, 5, { state: 'unknown' });
    const batch = await queue.beginBatch(3);
    const lines = batch && (await queue.lines(batch, 1_000_000));
    if (moment === 'before the answer is recorded') {
      const { ARCHIVE_HEADER } = await import('#contract/plant/archived-print.ts');
      await client.postPrints(`${ARCHIVE_HEADER}\n${lines?.join('')}`, new AbortController().signal);
    }
    await close();
    open(file);
    await settle(2, 'void');
    sender.start();
    await sent(5);
    expect(receiver.ids).toEqual([1, 2, 3, 4, 5]);
    await untilHolds(() =>
      expect([...receiver.archive.values()].map(({ state }) => state)).toEqual(['unknown', 'void', 'unknown', 'unknown', 'unknown']),
    );
  });

  it('gets a print again that a person resolves later', async () => {
    await storePrints(db, 4, { state: 'unknown' });
    sender.start();
    await sent(4);
    await settle(2, 'printed');
    sender.wake();
    await untilHolds(() => expect(receiver.archive.get(2)?.state).toBe('printed'));
    await until(
      () => db.selectFrom('archive_changes').selectAll().execute(),
      ({ length }) => length === 0,
    );
    expect(receiver.batches).toEqual([[1, 2, 3, 4], [2]]);
  });

  it('gets a print again that is settled while it is sent', async () => {
    await storePrints(db, 2, { state: 'sent' });
    receiver.answers.push(async () => {
      await settle(1, 'printed');
      return false;
    });
    sender.start();
    await sent(2);
    sender.wake();
    await untilHolds(() => expect([...receiver.archive.values()].map(({ state }) => state)).toEqual(['printed', 'sent']));
  });

  it('gets the verdict of a reader that comes later', async () => {
    await storePrints(db, 1);
    sender.start();
    await sent(1);
    await db.updateTable('prints').set({ verification: 'misread', read_text: 'X' }).execute();
    sender.wake();
    await untilHolds(() => expect(receiver.archive.get(1)).toMatchObject({ verification: 'misread', readText: 'X' }));
  });

  it('lacks only the prints that it refuses, which are named and tried again on request', async () => {
    await storePrints(db, 1_100);
    receiver.usual = refusing(3, 700);
    sender.start();
    await until(cursor, (row) => row?.through === 1_100);
    expect(receiver.ids).toEqual(Array.from({ length: 1_100 }, (_, at) => at + 1).filter((id) => id !== 3 && id !== 700));
    expect(await queue.figures()).toMatchObject({
      ...{ waiting: 0, archived: 1_098, refused: 2 },
      refusals: [700, 3].map((print) => ({ print, reason: 'The plant answered 422: a value is not right' })),
    });
    receiver.usual = () => false;
    await inTransaction(db, (trx) => queue.retryRefused(trx));
    sender.wake();
    await until(
      () => queue.figures(),
      ({ refused }) => refused === 0,
    );
    expect(receiver.archive.size).toBe(1_100);
  });

  it('is tried less and less often while it refuses every print', async () => {
    step = 1;
    await storePrints(db, 100);
    receiver.usual = (response) => {
      problem(response, 400, 'another version');
      return true;
    };
    sender.start();
    await until(
      () => Promise.resolve(failures),
      ({ length }) => length > 0,
    );
    expect(await queue.figures()).toMatchObject({ refused: 20, waiting: 80, archived: 0 });
  });

  it('gets texts with NUL and lone surrogates', async () => {
    const values = { operator: 'A\0na, "Zoë"\nline 2', key: '\ud800', reason: '\\.', print_values: valuesOf(1, '\0\ud800') };
    const [first] = await storePrints(db, 1, values);
    sender.start();
    await sent(1);
    expect(receiver.archive.get(first ?? 0)).toMatchObject({
      operator: 'A\ufffdna, "Zoë"\nline 2',
      key: '\ufffd',
      reason: '\\.',
      variables: '["\ufffd\ufffd"]',
    });
  });

  it('gets no more than eight megabytes at once', async () => {
    await storePrints(db, 3, { print_values: valuesOf(1, 'x'.repeat(3 * 1024 * 1024)) });
    sender.start();
    await sent(3);
    expect(receiver.ids).toEqual([1, 2, 3]);
  });

  it('has prints whose values cannot be read', async () => {
    await storePrints(db, 1, { print_values: 'no JSON' });
    sender.start();
    await sent(1);
    expect(receiver.archive.get(1)).toMatchObject({ values: 'no JSON', serials: '[]', variables: '[]' });
  });

  it('gets the prints when the full disk has space again', async () => {
    isDiskFull = true;
    await storePrints(db, 2);
    sender.start();
    await until(
      () => Promise.resolve(failures),
      ({ length }) => length > 0,
    );
    expect([failures[0], receiver.ids]).toEqual(['The disk of the controller accepts no writes.', []]);
    isDiskFull = false;
    await sent(2);
  });

  it('goes on without the prints that were removed meanwhile', async () => {
    await storePrints(db, 3);
    receiver.answers.push(status(503));
    const batch = await queue.beginBatch(500);
    await db.deleteFrom('print_serials').execute();
    await db.deleteFrom('prints').where('id', '=', 2).execute();
    expect(batch?.prints).toEqual([1, 2, 3]);
    sender.start();
    await until(cursor, (row) => row?.through === 3);
    expect(receiver.ids).toEqual([1, 3]);
  });
});

describe('changes of prints', () => {
  const changes = async () => (await db.selectFrom('archive_changes').select('print').execute()).map(({ print }) => print);

  it('are not recorded without a plant, nor for prints that were not sent', async () => {
    await storePrints(db, 2, { state: 'sent' });
    await settle(1, 'printed');
    expect(await changes()).toEqual([]);
    await inTransaction(db, (trx) => queue.end(trx));
    await settle(2, 'printed');
    expect(await changes()).toEqual([]);
  });

  it('are recorded once a batch with the print has begun, but not when its printer is renamed or an idempotency key expires', async () => {
    await storePrints(db, 1, { state: 'sent', idempotency_key: 'key' });
    await storePrints(db, 1, { state: 'sent' });
    await queue.beginBatch(1);
    await db.updateTable('prints').set({ printer: 'Line 2', idempotency_key: null }).execute();
    expect(await changes()).toEqual([]);
    await settle(1, 'printed');
    await settle(2, 'printed');
    expect(await changes()).toEqual([1]);
  });
});
