import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { printJobSchema } from '#contract/api-v3/print-job.ts';
import type { CommandExpiry } from '#controller/controller.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

const LINE = 'Line 1';
const EXPIRED = { slug: 'command-expired' };

let rig: PrintingRig;
let elapsed: number;

beforeEach(async () => {
  elapsed = 0;
  rig = await PrintingRig.build({ elapsed: () => elapsed });
  await rig.putCounter('serial');
  await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
  await rig.select({ labelName: 'Serial' });
});
afterEach(() => rig.close());

/** Of a command that arrives now and is valid for two seconds. */
const expiry = (): CommandExpiry => rig.controller.commandClock.expiry({ expiresIn: 2_000, sentAt: undefined, arrivedAt: elapsed });

function trigger(): Promise<unknown> {
  rig.clock.advance(100);
  return rig.controller.printing.trigger(LINE, { expiry: expiry() });
}

/** Holds back the engine's next acceptance of a print until the returned function is called. */
function holdEngine(): { sent: Promise<undefined>; release: () => void } {
  const { engine } = rig.controller.printers.get(LINE);
  const sent = Promise.withResolvers<undefined>();
  const held = Promise.withResolvers<undefined>();
  const send = engine.send.bind(engine);
  vi.spyOn(engine, 'send').mockImplementationOnce(async (print) => {
    sent.resolve(undefined);
    await held.promise;
    return send(print);
  });
  return { sent: sent.promise, release: () => held.resolve(undefined) };
}

describe('a command that waits behind a slow print', () => {
  it('D18 prints nothing when its turn comes too late', async () => {
    const { sent, release } = holdEngine();
    const first = trigger();
    await sent;
    const second = expect(trigger()).rejects.toMatchObject(EXPIRED);
    elapsed = 2_001;
    release();
    await first;
    await second;
    expect((await rig.serials()).map((print) => print.split(' ')[0])).toEqual(['1']);
  });

  it('prints when its turn comes in time', async () => {
    const { sent, release } = holdEngine();
    const first = trigger();
    await sent;
    const second = trigger();
    elapsed = 2_000;
    release();
    await Promise.all([first, second]);
    expect((await rig.serials()).map((print) => print.split(' ')[0])).toEqual(['1', '2']);
  });

  it('D18 does not return to a checkpoint', async () => {
    const { id } = (await rig.select({ labelName: 'Serial', checkpoint: true }))!;
    const { sent, release } = holdEngine();
    const first = trigger();
    await sent;
    const seek = expect(rig.controller.queue.seek(LINE, id, { expiry: expiry() })).rejects.toMatchObject(EXPIRED);
    elapsed = 2_001;
    release();
    await first;
    await seek;
    expect(await rig.controller.queue.list(LINE)).toMatchObject([{ id, started: 1 }]);
  });
});

it('D18 a trigger whose picture was drawn too late spends no value', async () => {
  await rig.controller.counters.put('serial', { ...(await rig.controller.counters.get('serial')), value: 7 });
  rig.clock.advance(100);
  const expired = rig.controller.commandClock.expiry({ expiresIn: 2_000, sentAt: undefined, arrivedAt: elapsed });
  let questions = 0;
  const lateOnceDrawn: CommandExpiry = {
    refuseLate: () => {
      expired.refuseLate();
      questions += 1;
      // The second question is asked when the turn of the trigger has come, before its picture is drawn.
      if (questions === 2) elapsed = 2_001;
    },
  };
  await expect(rig.controller.printing.trigger(LINE, { expiry: lateOnceDrawn })).rejects.toMatchObject(EXPIRED);
  expect(await rig.prints()).toEqual([]);
  expect(await rig.controller.counters.get('serial')).toMatchObject({ value: 7 });
});

it('D18 a selection that waits behind another one is not made when its turn comes too late', async () => {
  const job = printJobSchema.parse({ labelName: 'Serial', description: 'late' });
  const first = rig.controller.printing.select(LINE, printJobSchema.parse({ labelName: 'Serial', description: 'first' }));
  const second = rig.controller.printing.select(LINE, job, { expiry: expiry() });
  elapsed = 2_001;
  await expect(second).rejects.toMatchObject(EXPIRED);
  await first;
  expect(await rig.controller.queue.list(LINE)).toMatchObject([{ description: 'first' }]);
});

it('D18 a deselection never expires', async () => {
  const late = expiry();
  elapsed = 2_001;
  await rig.controller.printing.select(LINE, printJobSchema.parse({}), { expiry: late });
  expect(await rig.controller.queue.list(LINE)).toEqual([]);
});
