import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Controller } from '#controller/controller.ts';
import { Ledger, ReplacedError } from '#controller/ledger/ledger.ts';
import { Plant, textLabel } from './plant.ts';

describe('a controller whose database another one has taken over', () => {
  let plant: Plant;
  let replaced: Controller;
  const onReplaced = vi.fn<(error: ReplacedError) => void>();

  beforeEach(async () => {
    onReplaced.mockClear();
    plant = await Plant.build({ onReplaced });
    await plant.putCounter('serial');
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    await plant.select({ labelName: 'Serial' });
    await plant.trigger();
    await plant.finishPrints();
    replaced = plant.controller;
  });
  afterEach(() => plant.close());

  const gone = 'Another controller has taken over the database: this one prints nothing any more.';

  it('I7 reserves nothing, gives its engine nothing, and says so', async () => {
    await plant.restart();
    const send = vi.spyOn(replaced.printers.get('Line 1').engine, 'send');
    await expect(replaced.printing.trigger('Line 1')).rejects.toThrow(gone);
    await plant.trigger();
    await plant.finishPrints();
    expect({ sent: send.mock.calls, serials: await plant.serials(), heard: onReplaced.mock.calls }).toEqual({
      sent: [],
      serials: ['1 printed', '2 printed'],
      heard: [[new ReplacedError()]],
    });
  });

  it('I7 does not send what it had reserved before', async () => {
    const sending = vi.spyOn(replaced.printers.get('Line 1').engine, 'send');
    const send = Ledger.prototype.send;
    vi.spyOn(Ledger.prototype, 'send').mockImplementationOnce(async function (this: Ledger, id, trx) {
      await trx.updateTable('settings').set({ value: '99' }).where('key', '=', 'epoch').execute();
      return send.call(this, id, trx);
    });
    await expect(plant.trigger()).rejects.toThrow(gone);
    expect({ sent: sending.mock.calls, serials: await plant.serials(), heard: onReplaced.mock.calls.length }).toEqual({
      sent: [],
      serials: ['1 printed', '2 reserved'],
      heard: 1,
    });
  });
});
