import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineCount } from '#contract/api-v3/engine-count.ts';
import type { MissedTriggersPage } from '#contract/api-v3/missed-trigger.ts';
import type { PrintCounters } from '#contract/api-v3/print-counters.ts';
import type { PrintsPage } from '#contract/api-v3/print.ts';
import { SIMULATED_FAULTS, type SimulatedFaults } from '#contract/api-v3/simulated-fault.ts';
import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import { openService, textLabel, type Answer, type OpenService } from '#support/open-service.ts';
import { untilHolds } from '#support/until-holds.ts';

/** What each simulated fault leads to: the ledger says what really happened, and nothing is printed twice. */

const CODER = {
  engine: { kind: 'virtual', warmUp: 0, bufferDepth: 4, dotsPerSupply: 10_000 },
  dpi: 100,
  physicalWidth: 60,
  height: 30,
  slices: [{ phs: ['PH1'], inkSupplies: ['IS1'] }],
  lineSpeed: 1_000,
};

let service: OpenService;

beforeEach(async () => {
  service = await openService({ virtualPrinters: 1 });
  await configure();
  await put('counters/serial', { value: 1 });
  await put('labels/Serial', textLabel('{COUNTER;serial}'));
});
afterEach(() => service.close());

const put = (path: string, body: unknown) => service.call(`/api/v3/${path}`, { method: 'PUT', body });
const post = (path: string, body?: unknown) =>
  service.call(`/api/v3/printers/Coder/${path}`, { method: 'POST', ...(body !== undefined && { body }) });
const read = async (path: string) => (await service.call(`/api/v3/printers/Coder/${path}`)).json;
const status = async () => (await read('status')) as PrinterStatus;
const counters = async () => (await read('printCounters')) as PrintCounters;
const engineCount = async () => (await read('engineCount')) as EngineCount;
const missed = async () => ((await read('missedTriggers')) as MissedTriggersPage).missedTriggers.map(({ reason }) => reason);
const faults = async () => (await read('faults')) as SimulatedFaults;
const stateOf = async (fault: string) => (await faults()).faults.find((listed) => listed.fault === fault)?.state;
const clear = (fault: string) => service.call(`/api/v3/printers/Coder/faults/${fault}`, { method: 'DELETE' });

async function configure(over: object = {}): Promise<void> {
  expect((await put('printers/Coder', { ...CODER, ...over })).status).toBeLessThan(300);
  await untilState('STARTED');
}

async function cause(request: object): Promise<void> {
  expect(await post('faults', request)).toMatchObject({ status: 204 });
}

const untilState = (state: string) => untilHolds(async () => expect(await status()).toMatchObject({ state }));

/** Selects the label for so many copies, without limit by default. */
async function select(copies?: number): Promise<void> {
  expect(await post('printJob', { labelName: 'Serial', ...(copies !== undefined && { copies }) })).toMatchObject({ status: 200 });
}

const trigger = (): Promise<Answer> => post('trigger');
const untilPrinted = (printedLabels: number) => untilHolds(async () => expect(await counters()).toMatchObject({ printedLabels }));

/** The states of all prints, oldest first. */
async function states(): Promise<string[]> {
  const { json } = await service.call('/api/v3/prints?limit=500');
  return (json as PrintsPage).prints.map(({ state }) => state).reverse();
}

/** The device has made as many marks as prints are confirmed, and nothing is left for a person. */
async function expectExplained(marks: number): Promise<void> {
  await untilHolds(async () => expect(await engineCount()).toMatchObject({ counted: marks, explained: marks }));
  expect(await counters()).toMatchObject({ printedLabels: marks });
  expect(await status()).toMatchObject({ state: 'STARTED', errors: [] });
}

describe('an alarm', () => {
  it.each([
    ['cover-open', 'ERROR', 'The cover of the print head is open.'],
    ['viscosity', 'ERROR', 'The viscosity of the ink is out of range.'],
    ['temperature', 'ERROR', 'The temperature of the print head is out of range.'],
  ])('%s makes products pass unprinted until it is cleared, and uses no serial number', async (fault, state, error) => {
    await select();
    await trigger();
    await untilPrinted(1);
    await cause({ fault });
    expect(await status()).toMatchObject({ state, ragStatus: 'RED', errors: [error] });
    expect(await trigger()).toMatchObject({ status: 409, json: { type: 'urn:strobe:problem:printer-cannot-print' } });
    expect(await missed()).toEqual([expect.stringContaining(error)]);
    expect(await clear(fault)).toMatchObject({ status: 204 });
    await trigger();
    await untilPrinted(2);
    expect(await states()).toEqual(['printed', 'printed']);
    expect((await service.call('/api/v3/counters/serial')).json).toMatchObject({ value: 3 });
    await trigger();
    await expectExplained(3);
  });

  it('of a purge ends by itself', async () => {
    await select();
    await cause({ fault: 'purge' });
    expect(await trigger()).toMatchObject({ status: 409 });
    await untilState('STARTED');
    await trigger();
    await expectExplained(1);
  });

  it('of empty ink ends with a refill', async () => {
    await select();
    await cause({ fault: 'ink-out' });
    expect(await status()).toMatchObject({ state: 'ERROR', ink: [{ supply: 'IS1', level: 'EMPTY' }] });
    expect(await trigger()).toMatchObject({ status: 409 });
    await post('inkSupplies/IS1/refill');
    await trigger();
    await expectExplained(1);
  });
});

describe('the photocell', () => {
  const runFor = async (products: () => Promise<boolean>): Promise<void> => {
    await put('printers/Coder/conveyor', { running: true, productsPerMinute: 2 });
    await untilHolds(async () => expect(await products()).toBe(true));
    await put('printers/Coder/conveyor', { running: false, productsPerMinute: 2 });
  };

  it('that signals without a product prints, or misses a trigger without a job', async () => {
    await cause({ fault: 'false-trigger' });
    await untilHolds(async () => expect(await missed()).toHaveLength(1));
    await select();
    await cause({ fault: 'false-trigger' });
    await untilPrinted(1);
    await expectExplained(1);
  });

  it('that bounces prints once', async () => {
    // Each reading of the monotonic clock of the test advances it by a second.
    await put('printers/Coder/settings', { bounceTime: 10_000 });
    await select();
    await cause({ fault: 'bounced-trigger' });
    await runFor(async () => (await counters()).triggerBounces > 0);
    expect(await counters()).toMatchObject({ triggers: 1, triggerBounces: 1 });
    await expectExplained(1);
  });

  it('that signals a product twice prints twice', async () => {
    await select();
    await cause({ fault: 'doubled-trigger' });
    await runFor(async () => (await counters()).triggers > 1);
    expect(await stateOf('doubled-trigger')).toBe('off');
    const { triggers } = await counters();
    expect(triggers).toBe(2);
    await expectExplained(2);
  });
});

describe('a confirmation', () => {
  it('that is slow leaves the print sent until it comes', async () => {
    await select(1);
    await cause({ fault: 'slow-confirmation' });
    await trigger();
    expect(await states()).toEqual(['sent']);
    await untilPrinted(1);
    expect(await states()).toEqual(['printed']);
    await expectExplained(1);
  });

  it('that is lost is replaced by the count of the device: the print is printed, and not repeated', async () => {
    await select(3);
    await cause({ fault: 'lost-confirmation' });
    await trigger();
    await untilPrinted(1);
    await trigger();
    await trigger();
    await untilPrinted(3);
    expect(await trigger()).toMatchObject({ status: 409, json: { type: 'urn:strobe:problem:nothing-selected' } });
    expect(await states()).toEqual(['printed', 'printed', 'printed']);
    await expectExplained(3);
  });

  it('that is lost is noticed by the next one', async () => {
    await select(2);
    await cause({ fault: 'lost-confirmation' });
    await Promise.all([trigger(), trigger()]);
    await untilPrinted(2);
    expect(await states()).toEqual(['printed', 'printed']);
    await expectExplained(2);
  });

  it.each(['slow-confirmation', 'lost-confirmation'])('with %s at an abort: the print is not repeated', async (fault) => {
    await select(2);
    await cause({ fault });
    await trigger();
    await untilHolds(() => expect(madeMarks()).toBe(1));
    expect(await post('abortPrint')).toMatchObject({ status: 204 });
    await untilHolds(async () => expect(await states()).toEqual(['printed']));
    await expectExplained(1);
  });

  it('that is lost with a restart of the printer is replaced by its count', async () => {
    await select(2);
    await cause({ fault: 'slow-confirmation' });
    await trigger();
    await untilHolds(() => expect(madeMarks()).toBe(1));
    const { engine } = service.controller.printers.get('Coder');
    await engine.stop();
    await service.controller.printers.get('Coder').start();
    await untilHolds(async () => expect(await states()).toEqual(['printed']));
    await trigger();
    await untilPrinted(2);
    await expectExplained(2);
  });
});

describe('a count that jumps', () => {
  it('is an error that a person accepts, and no print', async () => {
    await select();
    await trigger();
    await untilPrinted(1);
    await cause({ fault: 'count-jump' });
    await trigger();
    await untilPrinted(2);
    const error = 'The printer counts 1 mark more than were confirmed, which no print explains.';
    await untilHolds(async () => expect(await status()).toMatchObject({ errors: [error] }));
    expect(await engineCount()).toMatchObject({ counted: 3, explained: 2 });
    expect(await states()).toEqual(['printed', 'printed']);
    expect(await post('engineCount/acceptance', { reason: 'test print' })).toMatchObject({ status: 204 });
    expect(await status()).toMatchObject({ errors: [] });
    expect(await counters()).toMatchObject({ printedLabels: 2 });
  });
});

describe('a power cut', () => {
  it.each([1, 2, 3, 4, 5, 6])('leaves every print printed, void or unknown, as the count says (seed %i)', async (seed) => {
    await configure({ lineSpeed: 1 });
    await cause({ random: true, seed, rate: 1e-9 });
    await select(3);
    for (let n = 0; n < 3; n++) expect(await trigger()).toMatchObject({ status: 202 });
    await cause({ fault: 'power-cut', seconds: 1 });
    await untilState('STARTED');
    await untilHolds(async () => expect(await states()).not.toContain('sent'));
    const { counted } = await engineCount();
    await untilHolds(async () => {
      const all = await states();
      const printed = all.filter((state) => state === 'printed').length;
      const unknown = all.filter((state) => state === 'unknown').length;
      // Those of which the count does not tell are left to a person.
      expect(unknown === 0 ? printed : counted).toBe(counted);
      expect(printed).toBeLessThanOrEqual(counted ?? -1);
      expect((await status()).errors.length > 0).toBe(unknown > 0);
    });
    expect(await counters()).toMatchObject({ printedLabels: (await states()).filter((state) => state === 'printed').length });
  });

  it('owes the copies again that were not made, and no other', async () => {
    await configure({ lineSpeed: 1 });
    await select(1);
    await trigger();
    await cause({ fault: 'power-cut', seconds: 1 });
    await untilState('STARTED');
    await untilHolds(async () => expect(await states()).not.toContain('sent'));
    await untilHolds(async () => expect(await states()).not.toContain('unknown'));
    if ((await states())[0] === 'void') await trigger();
    await untilPrinted(1);
    await expectExplained(1);
  });

  it('is not the end of an abort: what the device made is found when it is back', async () => {
    await configure({ lineSpeed: 1 });
    await select(1);
    await trigger();
    await cause({ fault: 'power-cut', seconds: 10 });
    expect(await post('abortPrint')).toMatchObject({ status: 502 });
    expect(await states()).toEqual(['unknown']);
    await untilState('STARTED');
    await untilHolds(async () => expect(['printed', 'void']).toContain((await states())[0]));
    await expectExplained((await engineCount()).counted ?? -1);
  });
});

describe('the faults of a printer', () => {
  it('are listed; none happens by itself', async () => {
    expect(await faults()).toEqual({ faults: SIMULATED_FAULTS.map((fault) => ({ fault, state: 'off' })), random: null });
  });

  it('happen after as many prints as asked for', async () => {
    await select();
    await cause({ fault: 'cover-open', after: 2 });
    expect((await faults()).faults.find(({ fault }) => fault === 'cover-open')).toEqual({
      fault: 'cover-open',
      state: 'waiting',
      after: 2,
    });
    for (const printed of [1, 2]) {
      await trigger();
      await untilPrinted(printed);
    }
    expect([await stateOf('cover-open'), (await status()).state]).toEqual(['active', 'ERROR']);
  });

  it('happen at random until that is turned off', async () => {
    await cause({ random: true, seed: 42, rate: 0.25 });
    expect((await faults()).random).toEqual({ seed: 42, rate: 0.25 });
    await cause({ random: false });
    expect((await faults()).random).toBeNull();
  });

  it('end with a restart of the printer', async () => {
    await cause({ fault: 'viscosity' });
    await post('disable');
    await post('enable');
    await untilState('STARTED');
    expect(await stateOf('viscosity')).toBe('off');
  });
});

/** Number of prints that the device has really made. */
function madeMarks(): number {
  return service.controller.printers.get('Coder').engine.condition().ink[0]!.percent === 100 ? 0 : 1;
}
