import { beforeEach, describe, expect, it } from 'vitest';
import { printerConfigurationSchema } from '#contract/api-v3/printer-configuration.ts';
import type { ConfigurationWith } from '#controller/engines/engine-kind.ts';
import { ippKind } from '#controller/engines/ipp/ipp-kind.ts';
import { aPicture, aPrint, engineDeps, followEngine } from '#support/engine-rig.ts';
import { FakeIppPrinter, JOB_STATES } from '#support/fake-ipp-printer.ts';
import { makeCertificate } from '#support/make-certificate.ts';
import { readPwg } from '#support/pwg-reader.ts';
import { untilHolds } from '#support/until-holds.ts';
import { worded } from '#support/worded.ts';

function configure(engine: object, over: object = {}): ConfigurationWith<'ipp'> {
  const configuration = printerConfigurationSchema.parse({
    engine: { kind: 'ipp', ...engine },
    ...{ dpi: 300, physicalWidth: 100, height: 50, ...over },
  });
  return configuration as ConfigurationWith<'ipp'>;
}

describe('the IPP engine', () => {
  let printer: FakeIppPrinter;

  beforeEach(async () => {
    printer = await FakeIppPrinter.start();
  });

  async function startEngine(engine: object = {}) {
    const deps = engineDeps();
    const ipp = ippKind.make(configure({ url: printer.url, ...engine }), deps);
    const facts = followEngine(ipp);
    await ipp.start();
    return { ipp, facts, frames: deps.frames };
  }

  async function readyEngine(engine: object = {}) {
    const started = await startEngine(engine);
    await untilHolds(() => expect(started.ipp.condition().state).toBe('STARTED'));
    return started;
  }

  it('prints a job that is named by the print, and confirms it by a page that the printer counts', async () => {
    const { ipp, facts, frames } = await readyEngine({ media: 'iso_a6_105x148mm' });
    frames.record(true);
    const bitmap = aPicture();
    await ipp.send(aPrint(7, { bitmap }));
    expect(printer.job.name).toBe('strobe-7');
    expect(readPwg(printer.job.document)).toMatchObject({ bitmap, mediaName: 'iso_a6_105x148mm' });
    expect(facts).toEqual(['INITIALIZING', 'STARTING', 'STARTED']);
    printer.end('completed', 1);
    await untilHolds(() => expect(facts).toContain('printed 7'));
    expect(frames.list()).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ direction: 'sent' }), expect.objectContaining({ direction: 'received' })]),
    );
  });

  it('records its messages without the headers of HTTP, which may contain credentials', async () => {
    const { ipp, frames } = await readyEngine();
    frames.record(true);
    await ipp.send(aPrint(7));
    await untilHolds(() => expect(frames.list().length).toBeGreaterThan(1));
    const texts = frames.list().map(({ bytes }) => Buffer.from(bytes).toString('latin1'));
    expect(texts.filter((text) => !/^[\x01\x02]/.test(text) || /http\/1|authorization/i.test(text))).toEqual([]);
  });

  it('draws in grey for a printer without black', async () => {
    printer.types = ['srgb_8', 'sgray_8'];
    const { ipp } = await readyEngine();
    const bitmap = aPicture();
    await ipp.send(aPrint(1, { bitmap }));
    expect(readPwg(printer.job.document)).toMatchObject({ bitmap, bitsPerDot: 8 });
  });

  it('holds one print at a time', async () => {
    const { ipp } = await readyEngine();
    await ipp.send(aPrint(1));
    await expect(ipp.send(aPrint(2))).rejects.toMatchObject({ refusal: 'buffer-full' });
    expect(printer.jobs).toHaveLength(1);
  });

  it.each([
    ['aborted', 0, 'failed 1: the printer aborted its job'],
    ['canceled', 0, 'failed 1: the printer cancelled its job'],
    ['aborted', 1, 'unresolved 1: the printer aborted its job, and a page may have been printed'],
    ['canceled', undefined, 'unresolved 1: the printer cancelled its job, and a page may have been printed'],
    ['completed', 0, 'unresolved 1: the printer completed its job without saying that it printed a page'],
    ['completed', undefined, 'unresolved 1: the printer completed its job without saying that it printed a page'],
  ] as const)('takes a job that is %s with %s pages for %s', async (state, pages, fact) => {
    const { ipp, facts } = await readyEngine();
    await ipp.send(aPrint(1));
    printer.end(state, pages);
    await untilHolds(() => expect(facts.at(-1)).toBe(fact));
  });

  it('confirms a page that is counted after the job is completed', async () => {
    const { ipp, facts } = await readyEngine();
    await ipp.send(aPrint(1));
    printer.end('completed', 0);
    const before = printer.requests.filter((operation) => operation === 'job').length;
    await untilHolds(() => expect(printer.requests.filter((operation) => operation === 'job').length).toBe(before + 1));
    printer.end('completed', 1);
    await untilHolds(() => expect(facts).toContain('printed 1'));
  });

  it('D4 leaves a print open whose job the printer does not list any more, and never sends it again', async () => {
    const { ipp, facts } = await readyEngine();
    await ipp.send(aPrint(1));
    printer.jobs.length = 0;
    await untilHolds(() => expect(facts).toContain('unresolved 1: the printer does not list its job any more'));
    await ipp.send(aPrint(2));
    expect(printer.jobs.map(({ name }) => name)).toEqual(['strobe-2']);
  });

  it('D4 does not take the job of another print for its own after a restart of the printer', async () => {
    const { ipp, facts } = await readyEngine();
    await ipp.send(aPrint(1));
    printer.job.name = 'report.pdf';
    printer.end('completed', 1);
    await untilHolds(() => expect(facts).toContain('unresolved 1: the printer does not list its job any more'));
  });

  it('D2 finds the job by its name after its answer was lost', async () => {
    const { ipp, facts } = await readyEngine();
    printer.faults.set('print', 'hang-up-after');
    await ipp.send(aPrint(1));
    printer.end('completed', 1);
    await untilHolds(() => expect(facts).toContain('printed 1'));
    expect(printer.jobs).toHaveLength(1);
  });

  it.each([false, true])('D2 resets a connection without an answer, so that nothing arrives later; TLS: %s', async (isSecure) => {
    const certificate = makeCertificate({ names: ['127.0.0.1'] });
    if (isSecure) printer = await FakeIppPrinter.start(certificate);
    const { ipp } = await readyEngine(isSecure ? { fingerprint: certificate.fingerprint } : {});
    printer.faults.set('print', 'silence');
    const sent = ipp.send(aPrint(1)).catch((error: unknown) => error);
    await expect(sent).resolves.toMatchObject({ message: expect.stringContaining('it is unknown whether') });
    await untilHolds(() => expect(printer.resets).toBe(1));
  });

  it('D2 sends nothing after a print that is unknown, until the printer has cancelled its job', async () => {
    const { ipp } = await readyEngine();
    printer.faults.set('print', 'hang-up-after');
    printer.faults.set('jobs', 'hang-up');
    await expect(ipp.send(aPrint(1))).rejects.not.toMatchObject({ name: 'EngineError' });
    await expect(ipp.send(aPrint(2))).rejects.toMatchObject({ refusal: 'cannot-print' });
    printer.faults.clear();
    await untilHolds(() => expect(ipp.condition().state).toBe('STARTED'));
    await ipp.send(aPrint(3));
    expect(printer.jobs.map(({ name, state }) => [name, state])).toEqual([
      ['strobe-1', JOB_STATES.canceled],
      ['strobe-3', JOB_STATES.processing],
    ]);
  });

  it.each(['hang-up', 'garbage', 'silence', 500, 0x0500] as const)('D2 leaves open whether a print was taken after: %s', async (fault) => {
    const { ipp } = await readyEngine();
    printer.faults.set('print', fault);
    const sent = ipp.send(aPrint(1)).catch((error: unknown) => error);
    await expect(sent).resolves.toMatchObject({ name: 'Error', message: expect.stringContaining('it is unknown whether') });
    expect(printer.requests.filter((operation) => operation === 'print')).toHaveLength(1);
  });

  it.each([
    [0x0507, 'buffer-full'],
    [0x0506, 'device-failed'],
    [0x040a, 'device-failed'],
    [401, 'device-failed'],
  ] as const)('D5 says that a print was certainly not taken after status %i', async (status, refusal) => {
    const { ipp } = await readyEngine();
    printer.faults.set('print', status);
    await expect(ipp.send(aPrint(1))).rejects.toMatchObject({ name: 'EngineError', refusal });
  });

  it('refuses what the printer cannot print', async () => {
    const { ipp } = await readyEngine();
    await expect(ipp.send(aPrint(1, { dpi: 203 }))).rejects.toMatchObject({ refusal: 'cannot-print' });
    await ipp.stop();
    await expect(ipp.send(aPrint(1))).rejects.toMatchObject({ refusal: 'cannot-print', message: 'The printer is STOPPED.' });
    expect(printer.requests).not.toContain('print');
  });

  it('D14 shows errors and warnings in words, unknown ones as they are, and refuses prints', async () => {
    const { ipp, facts } = await readyEngine();
    printer.reasons = ['media-jam-error', 'toner-low', 'x-lamp-warning', 'cover-open'];
    printer.state = 5;
    await untilHolds(() => expect(ipp.condition().state).toBe('ERROR'));
    expect(worded(ipp.condition()).errors).toEqual([
      ...['The media is jammed: remove it.', 'A cover is open: close it.'],
      ...['The toner is low.', 'The printer reports: x-lamp-warning.'],
    ]);
    await expect(ipp.send(aPrint(1))).rejects.toMatchObject({ message: 'The media is jammed: remove it.' });
    printer.reasons = ['none'];
    printer.state = 3;
    printer.isAccepting = false;
    await untilHolds(() => expect(worded(ipp.condition()).errors).toEqual(['The printer takes no jobs.']));
    printer.isAccepting = true;
    await untilHolds(() => expect(facts.at(-1)).toBe('STARTED'));
  });

  it('D1 says that the printer does not answer, and goes on with the open print afterwards', async () => {
    const { ipp, facts } = await readyEngine();
    await ipp.send(aPrint(1));
    printer.faults.set('printer', 'hang-up');
    await untilHolds(() => expect(worded(ipp.condition()).errors.join()).toContain('The printer does not answer: '));
    await expect(ipp.send(aPrint(2))).rejects.toMatchObject({ refusal: 'cannot-print' });
    printer.end('completed', 1);
    expect(facts).not.toContain('printed 1');
    printer.faults.clear();
    await untilHolds(() => expect(facts.slice(-2)).toEqual(['printed 1', 'STARTED']));
  });

  it('D5 asks nothing more of another device at the address', async () => {
    const { ipp, facts } = await readyEngine();
    await ipp.send(aPrint(1));
    printer.serial = 'urn:uuid:2';
    await untilHolds(() => expect(worded(ipp.condition()).errors.join()).toContain('Fake 1 urn:uuid:2 instead of Fake 1 urn:uuid:1'));
    const asked = printer.requests.length;
    await untilHolds(() => expect(printer.requests.length).toBeGreaterThan(asked + 2));
    expect(new Set(printer.requests.slice(asked))).toEqual(new Set(['printer']));
    await expect(ipp.send(aPrint(2))).rejects.toMatchObject({ refusal: 'cannot-print' });
    printer.serial = 'urn:uuid:1';
    printer.end('completed', 1);
    await untilHolds(() => expect(facts).toContain('printed 1'));
  });

  it('D12 says so when no printer is at the address', async () => {
    printer.faults.set('printer', 404);
    const { ipp } = await startEngine();
    await untilHolds(() =>
      expect(worded(ipp.condition())).toMatchObject({
        state: 'ERROR',
        errors: ['The printer does not answer: there is no printer at this path.'],
      }),
    );
    printer.faults.set('printer', 'garbage');
    await untilHolds(() => expect(worded(ipp.condition()).errors.join()).toContain('IPP version 60 is not understood'));
    printer.faults.clear();
    await untilHolds(() => expect(ipp.condition().state).toBe('STARTED'));
  });

  it('D2 is ready only when the jobs of an earlier run are gone', async () => {
    printer.jobs.push({ jobId: 1, name: 'strobe-9', state: 5, document: new Uint8Array() });
    printer.jobs.push({ jobId: 2, name: 'letter', state: 5, document: new Uint8Array() });
    printer.cancels = false;
    const { ipp, facts } = await startEngine();
    await untilHolds(() => expect(printer.requests.filter((operation) => operation === 'cancel').length).toBeGreaterThan(1));
    expect(facts).toEqual(['INITIALIZING', 'STARTING']);
    await expect(ipp.send(aPrint(10))).rejects.toMatchObject({ refusal: 'cannot-print' });
    printer.cancels = true;
    await untilHolds(() => expect(facts).toContain('STARTED'));
    expect(printer.jobs.map(({ state }) => state)).toEqual([7, 5]);
  });

  it('D15 aborts the open print, which is certainly not made', async () => {
    const { ipp, facts } = await readyEngine();
    await ipp.send(aPrint(1));
    expect(await ipp.abort()).toEqual([1]);
    expect(printer.job.state).toBe(7);
    expect(await ipp.abort()).toEqual([]);
    await ipp.send(aPrint(2));
    printer.end('completed', 1);
    await untilHolds(() => expect(facts).toContain('printed 2'));
  });

  it('D15 reports a print that was made before the abort', async () => {
    const { ipp, facts } = await readyEngine();
    await ipp.send(aPrint(1));
    printer.end('completed', 1);
    expect(await ipp.abort()).toEqual([]);
    expect(facts).toContain('printed 1');
  });

  it('D15 does not confirm an abort while the printer may still print', async () => {
    const { ipp } = await readyEngine();
    await ipp.send(aPrint(1));
    printer.cancels = false;
    await expect(ipp.abort()).rejects.toThrow('no answer within 4000 ms');
  });

  it('D15 also cancels a job whose answer was lost', async () => {
    const { ipp } = await readyEngine();
    printer.faults.set('print', 'hang-up-after');
    printer.faults.set('jobs', 'hang-up');
    await expect(ipp.send(aPrint(1))).rejects.toThrow('it is unknown whether');
    printer.faults.clear();
    expect(await ipp.abort()).toEqual([]);
    expect(printer.job.state).toBe(7);
  });

  it('D17 trusts a certificate that no authority has signed by its fingerprint only', async () => {
    const certificate = makeCertificate({ names: ['127.0.0.1'] });
    printer = await FakeIppPrinter.start(certificate);
    const { ipp } = await startEngine();
    await untilHolds(() => expect(worded(ipp.condition()).errors.join()).toContain(`enter it: ${certificate.fingerprint}`));
    expect(printer.requests).toEqual([]);
    const { ipp: trusting, facts } = await readyEngine({ fingerprint: certificate.fingerprint });
    await trusting.send(aPrint(1));
    printer.end('completed', 1);
    await untilHolds(() => expect(facts).toContain('printed 1'));
  });

  it.each([
    ['/engine/url', { url: 'ipp://user:secret@127.0.0.1/' }, {}],
    ['/engine/fingerprint', { url: 'ipp://127.0.0.1/', fingerprint: `${'AA:'.repeat(31)}AA` }, {}],
    ['/color', { url: 'ipp://127.0.0.1/' }, { color: 'CMYK' }],
  ])('refuses a configuration that cannot work and names the field %s', (pointer, engine, over: object) => {
    expect(() => ippKind.make(configure(engine, over), engineDeps())).toThrow(
      expect.objectContaining({ name: 'EngineConfigError', pointer }),
    );
  });
});
