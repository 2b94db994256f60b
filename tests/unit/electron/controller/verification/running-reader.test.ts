import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readerConfigurationSchema } from '#contract/api-v3/reader.ts';
import { silentLog } from '#process/log.ts';
import { RunningReader } from '#controller/verification/running-reader.ts';
import type { VerificationRecord } from '#controller/verification/verification-records.ts';
import { ManualClock } from '#support/manual-clock.ts';
import { untilHolds } from '#support/until-holds.ts';
import { ReaderEmulator } from '../../../../../electron/emulators/reader/reader-emulator.ts';

const DELAY = 400;
const WINDOW = 100;

let clock: ManualClock;
let emulator: ReaderEmulator;
let reader: RunningReader;
/** How long ago the ledger has recorded a print when the reader learns of it, in milliseconds. */
let commitTime: number;
let records: Pick<VerificationRecord, 'verdict' | 'print' | 'read'>[];

beforeEach(async () => {
  clock = new ManualClock();
  emulator = new ReaderEmulator();
  await emulator.start();
  records = [];
  commitTime = 0;
  const configuration = readerConfigurationSchema.parse({
    connection: { mode: 'connect', host: '127.0.0.1', port: emulator.port },
    printer: 'Line 1',
    arrival: { delay: DELAY, timeWindow: WINDOW },
  });
  const clears = new Map<object, () => void>();
  reader = new RunningReader('Camera', {
    configuration,
    speed: 1,
    deps: {
      expected: { findUnderway: async (id) => ({ id, content: { kind: 'text', text: `SN${id}` }, settled: clock.now() - commitTime }) },
      records: { add: ({ verdict, print, read }) => records.push({ verdict, print, read }) },
      rejectOutput: { reject: () => undefined },
      timers: {
        setTimeout: (act, delay) => {
          const handle = {};
          clears.set(handle, clock.after(delay, act));
          return handle;
        },
        clearTimeout: (handle) => clears.get(handle as object)?.(),
      },
      now: () => clock.now(),
      monotonicNow: () => clock.elapsed(),
      log: silentLog,
    },
  });
  reader.start();
  await untilHolds(() => expect(reader.view().state).toBe('connected'));
});
afterEach(async () => {
  await reader.stop();
  await emulator.stop();
});

/** A print is made, and is on its way to the reader. */
async function printed(id: number): Promise<void> {
  const before = reader.view().underway;
  reader.printed(id);
  await untilHolds(() => expect(reader.view().underway).toBe(before + 1));
}

const recorded = (count: number) => untilHolds(() => expect(records).toHaveLength(count));

describe('a program that was busy while the windows of two prints ended', () => {
  it('gives the results that waited to these prints', async () => {
    await printed(1);
    clock.advance(250);
    await printed(2);
    clock.sleep(600);
    emulator.show('SN1');
    emulator.show('SN2');
    await recorded(2);
    expect(records).toEqual([
      { verdict: 'verified', print: 1, read: 'SN1' },
      { verdict: 'verified', print: 2, read: 'SN2' },
    ]);
  });

  it('does not give the result of the first print to the second one', async () => {
    await printed(1);
    clock.advance(250);
    await printed(2);
    // The first window ended at 500; the second one is from 550 to 750.
    clock.sleep(350);
    emulator.show('SN1');
    await recorded(1);
    clock.advance(50);
    emulator.show('SN2');
    await recorded(2);
    expect(records).toEqual([
      { verdict: 'verified', print: 1, read: 'SN1' },
      { verdict: 'verified', print: 2, read: 'SN2' },
    ]);
  });

  it('finds prints not read for which no result waited', async () => {
    await printed(1);
    clock.sleep(600);
    clock.advance(1);
    expect(records).toEqual([{ verdict: 'not-read', print: 1, read: undefined }]);
  });
});

describe('a print that a slow disk commits late', () => {
  it('is at the reader as long after its record as another one', async () => {
    commitTime = 300;
    await printed(1);
    clock.advance(DELAY - commitTime - WINDOW);
    emulator.show('SN1');
    await recorded(1);
    await printed(2);
    clock.advance(DELAY - commitTime + WINDOW + 2);
    expect(records).toEqual([
      { verdict: 'verified', print: 1, read: 'SN1' },
      { verdict: 'not-read', print: 2, read: undefined },
    ]);
  });

  it('gets the result that came before it was known', async () => {
    emulator.show('SN1');
    await untilHolds(() => expect(clock.waiting).toBe(1));
    commitTime = DELAY;
    reader.printed(1);
    await recorded(1);
    expect(records).toEqual([{ verdict: 'verified', print: 1, read: 'SN1' }]);
  });

  it('is not moved by a clock that was set', async () => {
    for (const [id, set] of [3_600_000, -3_600_000].entries()) {
      commitTime = set;
      await printed(id);
      clock.advance(DELAY);
      emulator.show(`SN${id}`);
      await recorded(id + 1);
    }
    expect(records.map(({ verdict }) => verdict)).toEqual(['verified', 'verified']);
  });
});
