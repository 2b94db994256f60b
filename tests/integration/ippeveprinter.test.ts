import { afterAll, beforeAll, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { printerConfigurationSchema } from '#contract/api-v3/printer-configuration.ts';
import type { ConfigurationWith } from '#controller/engines/engine-kind.ts';
import type { PrintEngine } from '#controller/engines/engine.ts';
import type { FrameLog } from '#controller/engines/frame-log.ts';
import { IppClient } from '#controller/engines/ipp/ipp-client.ts';
import { ippAddress } from '#controller/engines/ipp/ipp-config.ts';
import { IppRefusalError } from '#controller/engines/ipp/ipp-errors.ts';
import { ippKind } from '#controller/engines/ipp/ipp-kind.ts';
import { IppPrinter } from '#controller/engines/ipp/ipp-printer.ts';
import { pwgRaster } from '#controller/engines/ipp/pwg-raster.ts';
import { processTimers } from '#controller/platform/timers.ts';
import { aPicture, aPrint, engineDeps, followEngine } from '#support/engine-rig.ts';
import { IppEvePrinter } from '#support/ippeveprinter.ts';
import { readPwg } from '#support/pwg-reader.ts';
import { untilHolds } from '#support/until-holds.ts';
import { IppEmulator } from '../contract/engines/ipp-emulator.ts';
import { worded } from '#support/worded.ts';

const CANCEL_JOB = 0x08;
const LIMIT = 5_000;
const missing = IppEvePrinter.missing();

/** What the other implementation of IPP says about ours. */
describe('an IPP printer of another maker', () => {
  let printer: IppEvePrinter;

  beforeAll(async () => {
    if (missing === undefined) printer = await IppEvePrinter.start();
  });
  afterAll(() => printer?.stop());
  beforeEach((context: TestContext) => {
    context.skip(missing !== undefined, missing);
    printer.hold(false);
    printer.blank(false);
    printer.fail(false);
    printer.report(undefined);
  });

  function configure(engine: object = {}, over: object = {}): ConfigurationWith<'ipp'> {
    const configuration = printerConfigurationSchema.parse({
      engine: { kind: 'ipp', url: printer.url(), ...engine },
      ...{ dpi: 300, physicalWidth: 100, height: 50, ...over },
    });
    return configuration as ConfigurationWith<'ipp'>;
  }

  async function startEngine(configuration = configure()) {
    const deps = engineDeps();
    const engine = ippKind.make(configuration, deps);
    const facts = followEngine(engine);
    await engine.start();
    await untilHolds(() => expect(worded(engine.condition())).toMatchObject({ state: 'STARTED' }));
    return { engine, facts, frames: deps.frames };
  }

  it('is identified by a test, which prints nothing', async () => {
    const before = printer.documents().length;
    expect(await ippKind.test(configure(), engineDeps())).toEqual({
      reachable: true,
      identity: { model: 'Example Printer', serial: expect.stringMatching(/^urn:uuid:/) },
      ...{ state: 'STARTED', errors: [], proof: 'id' },
    });
    expect(printer.documents()).toHaveLength(before);
  });

  it('gets the picture dot for dot and says that it is printed', async () => {
    const { engine, facts } = await startEngine();
    for (const [id, bitmap] of [
      [1, aPicture(203, 41)],
      [2, aPicture(1_181, 590)],
      [3, aPicture(8, 300)],
    ] as const) {
      await engine.send(aPrint(id, { bitmap }));
      await untilHolds(() => expect(facts).toContain(`printed ${id}`));
      const page = readPwg(printer.documents().at(-1)!);
      expect(page).toMatchObject({ bitmap, resolution: [300, 300], bitsPerDot: 1 });
    }
    expect(facts.filter((fact) => fact.startsWith('printed'))).toEqual(['printed 1', 'printed 2', 'printed 3']);
  });

  /** Aborts, and lets the job end as soon as the printer has got the request to cancel it. */
  async function abortWhileHeld(engine: PrintEngine, frames: FrameLog): Promise<number[]> {
    frames.record(true);
    const aborted = engine.abort();
    const cancelled = (): boolean => frames.list().some(({ bytes, direction }) => direction === 'sent' && bytes[3] === CANCEL_JOB);
    await untilHolds(() => expect(cancelled()).toBe(true));
    await untilHolds(() => expect(frames.list().at(-1)?.direction).toBe('received'));
    printer.hold(false);
    return aborted;
  }

  it('D15 cancels a job that waits, and the print is certainly not made', async () => {
    printer.hold(true);
    printer.blank(true);
    const { engine, facts, frames } = await startEngine();
    await engine.send(aPrint(11));
    expect(await abortWhileHeld(engine, frames)).toEqual([11]);
    printer.blank(false);
    await engine.send(aPrint(12));
    await untilHolds(() => expect(facts).toContain('printed 12'));
    expect(facts.join()).not.toContain('11');
  });

  it('D15 does not say that a print is not made if its job printed a page before it was cancelled', async () => {
    printer.hold(true);
    const { engine, facts, frames } = await startEngine();
    await engine.send(aPrint(13));
    expect(await abortWhileHeld(engine, frames)).toEqual([]);
    expect(facts.join()).toMatch(/unresolved 13: the printer cancelled its job|printed 13/);
  });

  it('D2 cancels what an earlier run of the engine has sent before it is ready', async () => {
    printer.hold(true);
    const first = await startEngine();
    await first.engine.send(aPrint(21));
    await first.engine.stop();
    const second = ippKind.make(configure(), engineDeps());
    const facts = followEngine(second);
    await second.start();
    await untilHolds(() => expect(facts).toContain('STARTING'));
    expect(facts).not.toContain('STARTED');
    printer.hold(false);
    await untilHolds(() => expect(facts).toContain('STARTED'));
    expect(first.facts.join()).not.toContain('printed');
  });

  it('reports an aborted job without a page as certainly not made', async () => {
    printer.fail(true);
    const { engine, facts } = await startEngine();
    await engine.send(aPrint(31));
    await untilHolds(() => expect(facts.join()).toContain('failed 31: the printer aborted its job'));
  });

  /** What a printer does with jobs that are printed, refused, cancelled and unknown. */
  async function answersOf(url: string, hold: (isHeld: boolean) => void): Promise<unknown[]> {
    const address = ippAddress({ kind: 'ipp', url });
    const client = new IppPrinter(new IppClient({ address, ...engineDeps() }));
    const document = pwgRaster({ bitmap: aPicture(), hdpi: 300, vdpi: 300, type: 'black_1' });
    const print = async (name: string) => {
      const jobId = await client.print({ name, document, keepsSize: false }, LIMIT);
      if (jobId === undefined) throw new Error('the printer names no job');
      return jobId;
    };
    const ended = (jobId: number) =>
      untilHolds(async () => {
        const { name, state, impressions } = (await client.findJob(jobId, LIMIT)) ?? {};
        expect(state).not.toBe('open');
        return { name, state, impressions };
      });
    const names = async (which: 'completed' | 'not-completed') =>
      (await client.listJobs(which, LIMIT)).map(({ name = '' }) => name).filter((name) => name.startsWith('strobe-90'));

    const first = await print('strobe-901');
    const answers: unknown[] = [await ended(first)];
    hold(true);
    const second = await print('strobe-902');
    answers.push(await names('not-completed'));
    const refusal: unknown = await print('strobe-903').catch((error: unknown) => error);
    answers.push(refusal instanceof IppRefusalError ? refusal.status : refusal);
    await client.cancel(second, LIMIT);
    answers.push((await client.findJob(second, LIMIT))?.state);
    hold(false);
    answers.push(await ended(second), await names('not-completed'));
    await client.cancel(second, LIMIT);
    answers.push(await client.findJob(999_999, LIMIT), new Set(await names('completed')));
    return answers;
  }

  it('does what the emulated printer of the conformance suite does', async () => {
    const emulator = new IppEmulator({
      ...processTimers,
      get now() {
        return Date.now();
      },
    });
    await emulator.listen();
    const hold = (isHeld: boolean): void => (isHeld ? emulator.jobs.hold('begun') : emulator.jobs.release());
    try {
      const emulated = await answersOf(emulator.url, hold);
      await expect(answersOf(printer.url(), (isHeld) => printer.hold(isHeld))).resolves.toEqual(emulated);
    } finally {
      await emulator.disconnect();
    }
  });

  it('D14 says in words what it reports', async () => {
    printer.report('STATE: +media-empty-error,marker-supply-low-warning');
    const { engine, facts } = await startEngine();
    await engine.send(aPrint(41));
    await untilHolds(() => expect(facts).toContain('printed 41'));
    const errors = ['The ink is low.', 'The media is used up: load media.'];
    // This printer calls everything a report while it is idle, and goes on.
    await untilHolds(() =>
      expect(worded(engine.condition())).toMatchObject({ state: 'STARTED', errors, ink: [{ level: 'LOW', ragStatus: 'AMBER' }] }),
    );
  });

  it('refuses a resolution that it does not have', async () => {
    expect(await ippKind.test(configure({}, { dpi: 203 }), engineDeps())).toMatchObject({
      state: 'ERROR',
      errors: expect.arrayContaining(['The printer does not print 203 x 203 dpi. It prints 300 x 300, 600 x 600.']),
    });
  });

  it('D17 is trusted over TLS by its fingerprint only', async () => {
    const refused = await ippKind.test(configure({ url: printer.url('ipps') }), engineDeps());
    expect(refused).toMatchObject({ reachable: false, reason: expect.stringContaining('no authority vouches for its certificate') });
    const fingerprint = /([0-9A-F]{2}:){31}[0-9A-F]{2}/.exec(refused.reason ?? '')?.[0];
    const trusted = configure({ url: printer.url('ipps'), fingerprint });
    expect(await ippKind.test(trusted, engineDeps())).toMatchObject({ reachable: true });
    const other = configure({ url: printer.url('ipps'), fingerprint: 'AA:'.repeat(31) + 'AA' });
    expect(await ippKind.test(other, engineDeps())).toMatchObject({ reason: expect.stringContaining('another certificate') });
  });
});
