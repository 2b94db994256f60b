import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbedded } from '#plant/database/embedded-connections.ts';
import { migratePlant } from '#plant/database/migrate-plant.ts';
import type { PlantConnections } from '#plant/database/plant-connections.ts';
import { Plant } from '#plant/plant.ts';
import { Random } from '#support/random.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { until } from '#support/until.ts';
import { contentOf, RowLine } from './row-line.ts';

let connections: PlantConnections;
let plant: Plant;

beforeAll(async () => {
  connections = await openEmbedded();
  await migratePlant(connections, { isAllowed: true });
  plant = new Plant({ connections, now: () => Date.now(), log: { info: () => undefined, error: () => undefined } });
});

afterAll(async () => {
  await plant.stop();
  await connections.close();
});

/** What the plant knows about a run. */
async function runNamed(name: string) {
  const run = (await plant.rowRuns.list()).find((listed) => listed.name === name);
  return run ?? { free: 0, held: 0, printed: 0, holders: [] };
}

const ascending = (rows: readonly number[]): number[] => rows.toSorted((a, b) => a - b);
const allRows = (count: number): number[] => Array.from({ length: count }, (_, row) => row);

async function openLines(run: string, rows: number, count = 3): Promise<RowLine[]> {
  const folder = temporaryFolder();
  const lines = Array.from({ length: count }, (_, index) => new RowLine(`${run}-${index}`, { plant, folder, run, rows }));
  for (const line of lines) await line.create();
  return lines;
}

it.each([1, 2])(
  'every row is printed once on all lines, over cuts, lost answers, restarts, voids and ended jobs (seed %i)',
  async (seed) => {
    const random = new Random(seed);
    const rows = 400;
    const run = `once-${seed}`;
    const lines = await openLines(run, rows);
    for (let step = 0; step < 80; step += 1) {
      const line = random.pick(lines);
      const acts = [
        async () => void (await line.begin(random.whole(1, 40))),
        async () => void (await line.begin(random.whole(1, 40))),
        () => line.end(() => random.whole(1, 4) === 1),
        () => line.end(),
        () => line.restart(),
        () => line.abort(),
        () => line.select(),
        () => void (line.isCut = !line.isCut),
        () => void (line.isDeaf = !line.isDeaf),
      ];
      await random.pick(acts)();
    }
    for (const line of lines) {
      line.isCut = line.isDeaf = false;
      await line.end();
      await line.select();
    }
    await Promise.all(lines.map((line) => line.finish()));
    expect(ascending(lines.flatMap(({ printed }) => printed))).toEqual(allRows(rows));
    await until(
      () => runNamed(run),
      ({ printed }) => printed === rows,
    );
    for (const line of lines) await line.stop();
  },
);

it.each([1, 2])(
  'no row is printed twice when lines are restored, and each once after what they had is released (seed %i)',
  async (seed) => {
    const random = new Random(seed);
    const rows = 400;
    const run = `restored-${seed}`;
    const lines = await openLines(run, rows);
    for (const line of lines) await line.backUp();
    for (let step = 0; step < 60; step += 1) {
      const line = random.pick(lines);
      const acts = [
        async () => void (await line.begin(random.whole(1, 40))),
        () => line.end(() => random.whole(1, 4) === 1),
        () => line.backUp(),
        () => line.restore(),
        () => line.select(),
        () => void (line.isCut = !line.isCut),
      ];
      await random.pick(acts)();
      // Without a job a line prints nothing: it gets one again, as an operator does after a restore.
      if (random.whole(1, 2) === 1) await line.select();
    }
    for (const line of lines) {
      line.isCut = false;
      await line.end();
      await line.abort();
    }
    const printed = lines.flatMap((line) => line.printed);
    expect(new Set(printed).size).toBe(printed.length);
    // All rows that are neither printed nor free are with a line that cannot say what became of them.
    await until(
      async () => Promise.all(lines.map((line) => line.left())),
      (left) => left.every((count) => count === 0),
    );
    // A person looks at the products: here the test knows which rows were printed, and accepts those that are printed again.
    const before = await runNamed(run);
    for (const { controller } of before.holders) await plant.releaseRows(run, { controller, reason: 'Products checked.', key: 'manager' });
    for (const line of lines) await line.select();
    await Promise.all(lines.map((line) => line.finish()));
    const all = lines.flatMap((line) => line.printed);
    expect(ascending([...new Set(all)])).toEqual(allRows(rows));
    // Not more is printed again than what was released.
    expect(all.length - rows).toBeLessThanOrEqual(before.held);
    for (const line of lines) await line.stop();
  },
);

it('a job waits for rows that other lines have, and is done when these are printed', async () => {
  const [one, other] = await openLines('waiting', 30, 2);
  if (!one || !other) throw new Error('There are no lines.');
  await until(
    () => runNamed('waiting'),
    ({ holders }) => holders.length === 2,
  );
  await until(
    async () => {
      const stopped = await one.begin(1);
      await one.end();
      return [stopped, (await runNamed('waiting')).free];
    },
    ([stopped, free]) => stopped === 'rows-used-up' && free === 0,
  );
  await other.abort();
  await one.finish();
  expect(ascending([...one.printed, ...other.printed])).toEqual(allRows(30));
  await one.stop();
  await other.stop();
});

it('rows of a line that was restored stay with it, and it prints none of them', async () => {
  const [line] = await openLines('kept', 300, 1);
  if (!line) throw new Error('There is no line.');
  await until(
    () => line.left(),
    (left) => left > 0,
  );
  await line.backUp();
  await line.begin(5);
  await line.end();
  await line.restore();
  const { held } = await runNamed('kept');
  await line.select();
  await until(
    () => runNamed('kept'),
    (run) => run.held > held,
  );
  await until(
    async () => {
      const stopped = await line.begin(1);
      await line.end();
      return [stopped, (await runNamed('kept')).free];
    },
    ([stopped, free]) => stopped === 'rows-used-up' && free === 0,
  );
  expect(line.printed.length).toBe(new Set(line.printed).size);
  await until(
    () => runNamed('kept'),
    (run) => run.held === held && run.printed === 300 - held,
  );
  await line.stop();
});

it('rows that a person releases are not printed any more by the line that had them', async () => {
  const [line] = await openLines('released', 40, 1);
  if (!line) throw new Error('There is no line.');
  await until(
    () => line.left(),
    (left) => left > 0,
  );
  line.isCut = true;
  await line.begin(2);
  await line.end();
  const { held } = await runNamed('released');
  expect(await plant.releaseRows('released', { controller: line.id, reason: 'It does not answer.', key: 'manager' })).toBe(held);
  const taken = await plant.leaseRows(
    { controller: 'spare', name: 'released' },
    { request: 'request-spare', size: 10, content: contentOf(40) },
  );
  line.isCut = false;
  await until(
    () => runNamed('released'),
    ({ holders }) => holders.some(({ controller }) => controller === line.id),
  );
  await until(
    async () => {
      const stopped = await line.begin(1);
      await line.end();
      return [stopped, (await runNamed('released')).free];
    },
    ([stopped, free]) => stopped === 'rows-used-up' && free === 0,
  );
  // What it printed before it was cut is the only thing that both have.
  const spare = taken.blocks.flatMap(({ first, end }) => allRows(end).slice(first));
  expect(line.printed.filter((row) => spare.includes(row))).toEqual([0, 1]);
  await line.stop();
});

it('says why a run gets no rows', async () => {
  const content = { ...contentOf(20), hash: 'b'.repeat(64) };
  await plant.leaseRows({ controller: 'first', name: 'other' }, { request: 'request-first', size: 10, content });
  const [line] = await openLines('other', 20, 1);
  if (!line) throw new Error('There is no line.');
  await until(
    () => line.reason(),
    (reason) => reason?.startsWith('The run "other" was begun with other rows: the content of the table') === true,
  );
  expect([await line.begin(1), await line.left()]).toEqual(['rows-used-up', 0]);
  await line.stop();
});
