import { generateKeyPairSync } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ChainedRecords } from '#storage/audit-chain/chained-records.ts';
import { checkExport } from '#storage/audit-chain/check-export.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { propertyRuns } from '#support/property-runs.ts';
import { Random } from '#support/random.ts';

const START = Date.UTC(2026, 10, 22, 6);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const CHAIN = 'changes';
const { privateKey } = generateKeyPairSync('ed25519');

type StoredRecord = Selectable<ControllerSchema['audit_records']>;

let db: ControllerDatabase;
let records: ChainedRecords;
beforeEach(() => {
  db = openControllerDatabase(':memory:');
  records = new ChainedRecords(() => privateKey);
});

const append = (at: number, content: Record<string, unknown>, chain = CHAIN) =>
  inTransaction(db, (trx) => records.append(trx, { chain, at, content }));
async function lines(): Promise<string[]> {
  const all: string[] = [];
  for await (const line of records.exportLines(db, CHAIN, START + 600 * MINUTE)) all.push(line);
  return all;
}
const check = async () => checkExport(await lines());

/** Four and a half hours with a record every ten minutes. */
async function writeMorning(): Promise<void> {
  for (let index = 0; index < 27; index += 1) await append(START + index * 10 * MINUTE, { who: `Person ${index % 3}`, value: index / 3 });
}

describe('chained records', () => {
  it('are exported with the signatures of their hours, and are found to be whole', async () => {
    await writeMorning();
    const report = await check();
    expect(report).toEqual({
      chain: CHAIN,
      first: 1,
      last: 27,
      sealedTo: 24,
      keys: [expect.stringMatching(/^[\da-f]{64}$/)],
      head: expect.objectContaining({ number: 27, at: '2026-11-22T16:00:00.000Z', key: report.keys[0] }) as unknown,
      fault: undefined,
    });
  });

  it('of one chain do not depend on those of another', async () => {
    await append(START, { who: 'A' });
    await append(START, { who: 'B' }, 'triggers');
    await append(START, { who: 'C' });
    expect(await check()).toMatchObject({ first: 1, last: 2, fault: undefined });
  });

  it('can be exported while there are none', async () => {
    expect(await check()).toMatchObject({ first: 1, last: 0, fault: undefined });
  });

  it('of an hour that is over are signed without a new record', async () => {
    await append(START, { who: 'A' });
    await inTransaction(db, (trx) => records.sealEnded(trx, CHAIN, START + 59 * MINUTE));
    expect((await check()).sealedTo).toBe(0);
    await inTransaction(db, (trx) => records.sealEnded(trx, CHAIN, START + 60 * MINUTE));
    expect((await check()).sealedTo).toBe(1);
  });

  it('are signed when the clock was set back', async () => {
    await append(START, { who: 'A' });
    await append(START - 600 * MINUTE, { who: 'B' });
    expect(await check()).toMatchObject({ last: 2, sealedTo: 1, fault: undefined });
  });

  describe('are removed', () => {
    const NOW = START + 10 * DAY;
    const remove = (retention: { days?: number; minRecords?: number }, now = NOW) =>
      inTransaction(db, (trx) => records.removeOldest(trx, CHAIN, { now, minRecords: Infinity, ...retention }));

    it('in whole signed segments beyond a number, and the rest can still be checked', async () => {
      await writeMorning();
      expect(await remove({ minRecords: 10 })).toBe(true);
      const at = new Date(NOW).toISOString();
      expect(await check()).toMatchObject({ first: 13, last: 28, removed: { last: 12, at }, fault: undefined });
      expect(await remove({ minRecords: 16 })).toBe(false);
    });

    it('when all records of their segment are too old, but not those of an hour that is not signed', async () => {
      await writeMorning();
      expect(await remove({ days: 10 }, NOW + 125 * MINUTE)).toBe(true);
      expect(await check()).toMatchObject({ first: 13, last: 28, fault: undefined });
      expect(await remove({ days: 1 })).toBe(true);
      // The record about the first removal has signed the last hour.
      expect(await check()).toMatchObject({ first: 28, last: 29, fault: undefined });
      expect(await remove({ days: 1 })).toBe(false);
    });

    it('by nothing when they have no limit', async () => {
      await writeMorning();
      expect([await remove({}), (await check()).removed]).toEqual([false, undefined]);
    });

    it('not while they are exported', async () => {
      await writeMorning();
      const reading = records.exportLines(db, CHAIN, NOW);
      await reading.next();
      expect(await remove({ days: 1 })).toBe(false);
      await reading.return(undefined);
      expect(await remove({ days: 1 })).toBe(true);
    });

    it('with a record that says what was removed and keeps the signature', async () => {
      await writeMorning();
      await remove({ days: 10 }, NOW + 65 * MINUTE);
      const { record } = JSON.parse((await lines()).at(-2) ?? '') as { record: { input: { value: object } } };
      expect(record).toMatchObject({ kind: 'removal', input: { value: { reason: 'age', days: 10, first: 1, last: 6 } } });
      expect(record.input.value).toMatchObject({ kept: { seal: { first: 1, last: 6 } } });
    });

    it('so that another beginning is found', async () => {
      await writeMorning();
      await remove({ days: 10 }, NOW + 65 * MINUTE);
      const text = await lines();
      const forged = text.map((line, index) => (index === 0 ? line.replace(/"previous":"\w{4}/, '"previous":"0000') : line));
      expect((await checkExport(forged)).fault).toMatchObject({ record: 7 });
      await sql`DELETE FROM audit_records WHERE number <= 12`.execute(db);
      expect(await check()).toMatchObject({ first: 13, removed: { last: 12, at: undefined } });
    });
  });

  it('name a key that was replaced', async () => {
    await writeMorning();
    const other = generateKeyPairSync('ed25519').privateKey;
    records = new ChainedRecords(() => other);
    await append(START + 400 * MINUTE, { who: 'A' });
    const report = await check();
    expect([report.keys.length, report.fault]).toEqual([2, undefined]);
  });

  it('that were not written leave no gap', async () => {
    await append(START, { who: 'A' });
    const failing = inTransaction(db, async (trx) => {
      await records.append(trx, { chain: CHAIN, at: START, content: { who: 'B' } });
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    await append(START, { who: 'C' });
    expect(await check()).toMatchObject({ last: 2, fault: undefined });
  });
});

describe('the check of an export', () => {
  const changed = async (change: (lines: string[]) => void) => {
    await writeMorning();
    const text = await lines();
    change(text);
    return (await checkExport(text)).fault;
  };

  it('names a record that was changed', async () => {
    const fault = await changed((text) => void (text[5] = text[5]?.replace('Person 1', 'Person 2') ?? ''));
    expect(fault).toEqual({ line: 6, record: 5, reason: 'the record or the one before it was changed: its hash is wrong' });
  });

  it('names a record that was removed', async () => {
    const fault = await changed((text) => void text.splice(5, 1));
    expect(fault).toEqual({ line: 6, record: 5, reason: 'record 5 is missing: record 6 stands in its place' });
  });

  it('finds an end that was cut off', async () => {
    const fault = await changed((text) => void text.splice(-3, 2));
    expect(fault).toMatchObject({ record: 26, reason: 'record 27 was signed, and record 25 is the last one' });
    const ended = await changed((text) => void text.pop());
    expect(ended?.reason).toBe('the end of the export is missing');
  });

  it.each(['1e999', String.raw`"\ud800"`])('finds a value that has no canonical form: %s', async (value) => {
    const fault = await changed((text) => void (text[5] = text[5]?.replace(/"value":[\d.]+/, `"value":${value}`) ?? ''));
    expect(fault).toEqual({ line: 6, record: 5, reason: 'the line is not in its canonical form' });
  });

  it('finds a file that is no export', async () => {
    expect((await checkExport(['{"a":1}'])).fault?.reason).toBe('this is no exported audit log');
    expect((await checkExport(['not JSON'])).fault?.reason).toBe('the line is no JSON');
    expect((await checkExport([])).fault?.reason).toBe('the end of the export is missing');
  });
});

/** What can be done to a list. */
type Mutation = (list: string[], random: Random) => void;

const placeIn = (list: readonly unknown[], random: Random) => random.whole(0, list.length - 1);

/** Changes one character into another one. */
function changeCharacter(list: string[], random: Random): void {
  const index = placeIn(list, random);
  const text = list[index] ?? '';
  const at = random.whole(0, text.length - 1);
  const other = String.fromCodePoint(32 + ((text.charCodeAt(at) - 32 + random.whole(1, 94)) % 95));
  list[index] = `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
}

function swapLines(list: string[], random: Random): void {
  const [one, other] = [placeIn(list, random), placeIn(list, random)];
  [list[one], list[other]] = [list[other] ?? '', list[one] ?? ''];
}

const MUTATIONS: readonly Mutation[] = [
  changeCharacter,
  swapLines,
  (list, random) => void list.splice(placeIn(list, random), 1),
  (list, random) => void list.splice(placeIn(list, random), 0, random.pick(list)),
  (list, random) => void (list.length = placeIn(list, random)),
];
/** `STROBE_PROPERTY_RUNS=10` for 10 000. */
const COUNT = propertyRuns(1_000);

/** The last record of the morning that is signed. */
const SIGNED = 24;

/** Changes records in the database: the number of the first one, and whether the check must find it. */
async function changeDatabase(honest: readonly StoredRecord[], random: Random): Promise<{ first: number; isFound: boolean }> {
  const [{ number: first }, other] = [random.pick(honest), random.pick(honest)];
  const isOther = other.number !== first;
  switch (random.whole(0, 3)) {
    case 0: {
      const last = first + random.whole(0, 2);
      await db.deleteFrom('audit_records').where('number', '>=', first).where('number', '<=', last).execute();
      // The newest records are cut off without a trace only while they are not signed.
      return { first, isFound: first <= SIGNED || last < honest.length };
    }
    case 1:
      await sql`UPDATE audit_records SET record = replace(record, 'Person', 'Porson') WHERE number = ${first}`.execute(db);
      return { first, isFound: true };
    case 2:
      await db.updateTable('audit_records').set({ hash: other.hash }).where('number', '=', first).execute();
      return { first, isFound: isOther };
    default:
      await db.updateTable('audit_records').set({ record: other.record }).where('number', '=', first).execute();
      return { first, isFound: isOther };
  }
}

describe('mutations of an audit log', () => {
  it('are all found in an export, and no line before the mutation is blamed', { timeout: 120_000 }, async () => {
    await writeMorning();
    const honest = await lines();
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = new Random(seed);
    for (let run = 0; run < COUNT; run += 1) {
      const list = [...honest];
      random.pick(MUTATIONS)(list, random);
      const { fault } = await checkExport(list);
      const place = list.findIndex((line, index) => line !== honest[index]);
      const isCut = place === -1 && list.length < honest.length;
      const first = isCut ? list.length : place;
      // A duplicate line is wrong in its second place, and a removed record is missed at the next line. What the first line says is known by the
      // first signature, and a removed signature is missed at the next one.
      const isRecord = (honest[first] ?? '').startsWith('{"hash"');
      const last = isRecord ? first + 2 : honest.length + 1;
      const expected = first === -1 ? undefined : expect.toSatisfy((line: number) => line > first && line <= last);
      expect([seed, run, fault?.line]).toEqual([seed, run, expected]);
    }
  });

  it('are all found in the database', { timeout: 120_000 }, async () => {
    await writeMorning();
    const honest = await db.selectFrom('audit_records').selectAll().orderBy('number').execute();
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = new Random(seed);
    for (let run = 0; run < COUNT / 5; run += 1) {
      const { first, isFound } = await changeDatabase(honest, random);
      const { fault } = await check();
      expect([seed, run, first, fault !== undefined]).toEqual([seed, run, first, isFound]);
      if (fault) expect([seed, run, fault.record]).toEqual([seed, run, expect.toSatisfy((record: number) => record <= first + 3)]);
      await db.deleteFrom('audit_records').execute();
      await db.insertInto('audit_records').values(honest).execute();
    }
  });
});
