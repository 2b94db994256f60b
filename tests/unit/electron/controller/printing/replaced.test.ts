import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Controller } from '#controller/controller.ts';
import { Ledger, ReplacedError } from '#controller/ledger/ledger.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

describe('a controller whose database another one has taken over', () => {
  let rig: PrintingRig;
  let replaced: Controller;
  const onReplaced = vi.fn<(error: ReplacedError) => void>();

  beforeEach(async () => {
    onReplaced.mockClear();
    rig = await PrintingRig.build({ onReplaced });
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    await rig.select({ labelName: 'Serial' });
    await rig.trigger();
    await rig.finishPrints();
    replaced = rig.controller;
  });
  afterEach(() => rig.close());

  const gone = 'Another controller has taken over the database: this one prints nothing any more.';

  it('I7 reserves nothing, sends nothing to its engine, and reports it', async () => {
    await rig.restart();
    const send = vi.spyOn(replaced.printers.get('Line 1').engine, 'send');
    await expect(replaced.printing.trigger('Line 1')).rejects.toThrow(gone);
    await rig.trigger();
    await rig.finishPrints();
    expect({ sent: send.mock.calls, serials: await rig.serials(), heard: onReplaced.mock.calls }).toEqual({
      sent: [],
      serials: ['1 printed', '2 printed'],
      heard: [[new ReplacedError()]],
    });
  });

  it('I7 neither reserves nor sends a print during whose reservation it is taken over', async () => {
    const sending = vi.spyOn(replaced.printers.get('Line 1').engine, 'send');
    const send = Ledger.prototype.send;
    vi.spyOn(Ledger.prototype, 'send').mockImplementationOnce(async function (this: Ledger, id, trx) {
      await trx.updateTable('settings').set({ value: '99' }).where('key', '=', 'epoch').execute();
      return send.call(this, id, trx);
    });
    await expect(rig.trigger()).rejects.toThrow(gone);
    expect({ sent: sending.mock.calls, serials: await rig.serials(), heard: onReplaced.mock.calls.length }).toEqual({
      sent: [],
      serials: ['1 printed'],
      heard: 1,
    });
  });
});
