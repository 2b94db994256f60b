import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderFileResult } from '#contract/api-v3/order-folder.ts';
import { ProblemError } from '#contract/problem.ts';
import type { OrderTaker, FileToTake } from '#controller/orders/folders/order-taker.ts';
import { WatchedOrderFolder } from '#controller/orders/folders/watched-order-folder.ts';
import { silentLog } from '#process/log.ts';
import type { TimerHandle, Timers } from '#controller/platform/timers.ts';
import { untilHolds } from '#support/until-holds.ts';

const INTERVAL = 2_000;
const AT = '2026-11-28T06:00:00.000Z';

/** Timers that only the test moves. Those of the next looks are known by their short delay. */
class LookTimers implements Timers {
  #now = Date.parse(AT);
  readonly #looks = new Set<() => void>();
  readonly now = () => this.#now;

  /** How many looks are planned. */
  get planned(): number {
    return this.#looks.size;
  }

  setTimeout(act: () => void, delay: number): TimerHandle {
    if (delay <= INTERVAL) this.#looks.add(act);
    return act;
  }

  clearTimeout(handle: TimerHandle): void {
    this.#looks.delete(handle as () => void);
  }

  /** Time passes until all planned looks begin. */
  next(): void {
    this.#now += INTERVAL;
    const looks = [...this.#looks];
    this.#looks.clear();
    for (const look of looks) look();
  }
}

let folder: string;
let timers: LookTimers;
let taken: string[];
/** What the next files get instead of being accepted. */
let failures: Error[];
let watched: WatchedOrderFolder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strobe-orders-'));
  timers = new LookTimers();
  taken = [];
  failures = [];
  watched = watch('one');
  watched.start();
});
afterEach(async () => {
  await watched.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Takes every file, unless it contains "refuse". */
const taker = {
  take: ({ file, content: { bytes, sha256 } }: FileToTake): Promise<OrderFileResult> => {
    const failure = failures.shift();
    if (failure) return Promise.reject(failure);
    taken.push(file);
    const about = { file, sha256, at: AT, controller: 'one', orders: [] };
    const isRefused = Buffer.from(bytes).includes('refuse');
    return Promise.resolve(isRefused ? { ...about, result: 'refused', reason: 'It says so.' } : { ...about, result: 'accepted' });
  },
};

function watch(owner: string, path = folder): WatchedOrderFolder {
  const configuration = { path, isEnabled: true, interval: INTERVAL / 1_000, defaults: {} };
  return new WatchedOrderFolder({
    ...{ name: 'ERP', configuration, taker: taker as unknown as OrderTaker, controllerId: () => Promise.resolve(owner) },
    ...{ timers, now: timers.now, monotonicNow: timers.now, log: silentLog },
  });
}

const drop = (file: string, text = '{}') => writeFileSync(join(folder, file), text);
const filesOf = (sub: string) => (existsSync(join(folder, sub)) ? readdirSync(join(folder, sub)).sort() : []);

/** Lets so many looks happen, each to its end. */
async function looks(count: number): Promise<void> {
  for (let look = 0; look < count; look += 1) {
    timers.next();
    // The next look is planned when this one has ended.
    await untilHolds(() => expect(timers.planned).toBe(1));
  }
}

describe('a file', () => {
  it('is taken when it has not changed between two looks, and moved with its result', async () => {
    drop('a.json');
    await looks(1);
    expect(taken).toEqual([]);
    expect(watched.condition).toMatchObject({ state: 'watching', waiting: 1 });
    await looks(1);
    expect([taken, filesOf('done'), filesOf('claimed/one')]).toEqual([['a.json'], ['a.json', 'a.json.result.json'], []]);
    expect(JSON.parse(readFileSync(join(folder, 'done/a.json.result.json'), 'utf8'))).toMatchObject({ file: 'a.json', result: 'accepted' });
    expect(watched.condition).toMatchObject({ state: 'watching', waiting: 0 });
  });

  it('is left alone while it grows', async () => {
    drop('a.json', '');
    for (let part = 0; part < 4; part += 1) {
      appendFileSync(join(folder, 'a.json'), '[');
      await looks(1);
    }
    expect(taken).toEqual([]);
    await looks(1);
    expect(taken).toEqual(['a.json']);
  });

  it('that is empty gets a minute to be filled', async () => {
    drop('a.json', '');
    await looks(20);
    expect(taken).toEqual([]);
    await looks(12);
    expect(taken).toEqual(['a.json']);
  });

  it('with the name of a temporary file, a folder and a link are ignored', async () => {
    for (const name of ['a.json.tmp', '.a.json', '~a.json', 'a.csv.filepart', 'Thumbs.db', 'a.json~']) drop(name);
    mkdirSync(join(folder, 'b.json'));
    symlinkSync(join(folder, '.a.json'), join(folder, 'c.json'));
    await looks(3);
    expect([taken, watched.condition.waiting]).toEqual([[], 0]);
    renameSync(join(folder, 'a.json.tmp'), join(folder, 'a.json'));
    await looks(2);
    expect(taken).toEqual(['a.json']);
  });

  it('that is refused is set aside with the reason', async () => {
    drop('a.json', 'refuse');
    await looks(2);
    expect(filesOf('refused')).toEqual(['a.json', 'a.json.result.json']);
    expect(readFileSync(join(folder, 'refused/a.json.result.json'), 'utf8')).toContain('It says so.');
  });

  it('with the name of an earlier one replaces neither it nor its result', async () => {
    for (const text of ['1', '2', '2']) {
      drop('a.json', text);
      await looks(2);
    }
    const names = filesOf('done');
    expect(names).toHaveLength(4);
    expect(names.filter((name) => /^a-[\da-f]{8}\.json/.test(name))).toHaveLength(2);
    expect(readFileSync(join(folder, 'done/a.json'), 'utf8')).toBe('1');
  });

  it('whose orders cannot be stored now waits, and is taken first later', async () => {
    drop('a.json');
    failures = [new ProblemError('disk-full', { detail: 'The disk is full.' }), new ProblemError('disk-full', {})];
    await looks(3);
    expect([filesOf('claimed/one'), watched.condition.waiting, taken]).toEqual([['a.json'], 1, []]);
    drop('b.json');
    await looks(2);
    expect([taken, filesOf('claimed/one')]).toEqual([['a.json', 'b.json'], []]);
  });

  it('A1 that was claimed before a kill is finished', async () => {
    mkdirSync(join(folder, 'claimed/one'), { recursive: true });
    writeFileSync(join(folder, 'claimed/one/a.json'), '{}');
    await looks(1);
    expect([taken, filesOf('done')]).toEqual([['a.json'], ['a.json', 'a.json.result.json']]);
  });

  it('A1 with a result that was written before a kill is moved to it', async () => {
    drop('a.json');
    await looks(2);
    renameSync(join(folder, 'done/a.json'), join(folder, 'claimed/one/a.json'));
    await looks(1);
    expect(filesOf('done')).toEqual(['a.json', 'a.json.result.json']);
  });

  it('claimed by another controller stays with it', async () => {
    mkdirSync(join(folder, 'claimed/other'), { recursive: true });
    writeFileSync(join(folder, 'claimed/other/a.json'), '{}');
    await looks(3);
    expect([taken, filesOf('claimed/other')]).toEqual([[], ['a.json']]);
  });
});

describe('a folder', () => {
  it('that is away is unreachable with the reason, nothing is made in its place, and it is watched when it returns', async () => {
    drop('a.json');
    await looks(1);
    renameSync(folder, `${folder}-away`);
    await looks(1);
    expect(watched.condition).toMatchObject({ state: 'unreachable', reason: 'The folder does not exist, or its share is not mounted.' });
    expect(existsSync(folder)).toBe(false);
    renameSync(`${folder}-away`, folder);
    await looks(2);
    expect([watched.condition.state, taken]).toEqual(['watching', ['a.json']]);
  });

  it('that is replaced by a file says so', async () => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    await looks(1);
    expect(watched.condition.reason).toBe('The path is no folder.');
  });

  it('shared by two controllers gives each file to one of them', async () => {
    const other = watch('two');
    for (let file = 0; file < 50; file += 1) drop(`${file}.json`);
    await looks(1);
    other.start();
    for (let look = 0; look < 4; look += 1) {
      timers.next();
      await untilHolds(() => expect(timers.planned).toBe(2));
    }
    await other.stop();
    expect(taken.toSorted()).toEqual(Array.from({ length: 50 }, (_, file) => `${file}.json`).sort());
    expect(filesOf('done')).toHaveLength(100);
  });

  it('that is switched off is not looked at', async () => {
    await watched.stop();
    const off = new WatchedOrderFolder({
      ...{ name: 'ERP', configuration: { path: folder, isEnabled: false, interval: 2, defaults: {} } },
      ...{ taker: taker as unknown as OrderTaker, controllerId: () => Promise.resolve('one') },
      ...{ timers, now: timers.now, monotonicNow: timers.now, log: silentLog },
    });
    off.start();
    expect([off.condition.state, timers.planned]).toEqual(['off', 0]);
  });
});
