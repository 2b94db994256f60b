import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DrawingOrder } from '#controller/drawing/drawing-pool.ts';
import { sharedDrawing } from '#support/drawing.ts';
import { untilHolds } from '#support/until-holds.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

describe('a print drawn in advance', () => {
  let rig: PrintingRig;
  let drawn: DrawingOrder[];

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial');
    drawn = [];
    const draw = sharedDrawing.draw.bind(sharedDrawing);
    vi.spyOn(sharedDrawing, 'draw').mockImplementation((order) => {
      drawn.push(order);
      return draw(order);
    });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rig.close();
  });

  /** Selects a label: the drawing by which it is checked is that of its first print. */
  const select = async (text: string) => {
    await rig.controller.labels.put('Ahead', textLabel(text));
    await rig.select({ labelName: 'Ahead' });
  };
  const drawings = (count: number) => untilHolds(() => expect(drawn).toHaveLength(count));
  /** After a selection, whose answer does not wait for a picture. */
  const drawingsLater = (count: number) =>
    untilHolds(() => {
      rig.clock.advance(20);
      expect(drawn).toHaveLength(count);
    });
  const drawnForTriggers = () => drawn.filter(({ isPrint }) => isPrint).length;
  /** The ledger's own check: every print is drawn again, and must have the bits that were printed. */
  const drawAllAgain = async () => {
    for (const { id } of await rig.prints()) await rig.controller.prints.picture(id);
  };

  it('is used by the trigger, which draws nothing then, and is the print that the trigger would have drawn', async () => {
    await select('{COUNTER;serial}');
    for (const total of [2, 3, 4]) {
      await rig.trigger();
      await drawings(total);
    }
    const forTriggers = drawnForTriggers();
    await drawAllAgain();
    expect([forTriggers, new Set((await rig.prints()).map((print) => print.pictureHash)).size]).toEqual([0, 3]);
  });

  it('is not drawn by the selection of another row of a label that was drawn before, but while the line waits', async () => {
    await rig.controller.tables.put('Rows', { columns: ['Name'], rows: [['A'], ['B']] });
    await rig.controller.labels.put('Ahead', textLabel('{TABLE;Name}'));
    for (const key of ['A', 'B']) await rig.select({ labelName: 'Ahead', tableName: 'Rows', keyColumn: 'Name', key });
    const bySelection = drawn.length;
    await drawingsLater(2);
    await rig.trigger();
    expect([bySelection, drawnForTriggers()]).toEqual([1, 0]);
  });

  it('comes a moment after the selections of many lines at once', async () => {
    await select('{COUNTER;serial}');
    await Promise.all(rig.controller.printers.all().map(({ name }) => rig.select({ labelName: 'Ahead' }, name)));
    await drawingsLater(drawn.length + 1);
    expect(drawnForTriggers()).toBe(0);
  });

  it('moves no counter', async () => {
    await select('{COUNTER;serial}');
    expect((await rig.controller.counters.get('serial')).value).toBe(1);
  });

  it('is used for every print while nothing on the label changes', async () => {
    await select('always the same');
    for (let print = 0; print < 3; print += 1) await rig.trigger();
    expect(drawn).toHaveLength(1);
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['another line took its serial', '{COUNTER;serial}', () => rig.putCounter('serial', 7)],
    ['a variable changed', '{VARIABLE;lot}', () => putLot('B')],
    ['the minute passed that it shows', '{MINUTE}', async () => rig.clock.advance(60_000)],
    ['midnight passed', '{TIME;{DAYOFMONTH};+6months}', async () => rig.clock.advance(86_400_000)],
    ['dates are made by other rules', '{HOUR}', () => rig.controller.settings.putTimeZone('Asia/Tokyo')],
  ])('is not used when %s', async (_case, text, change) => {
    await putLot('A');
    await select(text);
    await change();
    await rig.trigger();
    const forTriggers = drawnForTriggers();
    await drawAllAgain();
    expect(forTriggers).toBe(1);
  });

  it('is drawn again in advance when its job prints another version of the label', async () => {
    await putLot('A');
    await select('{COUNTER;serial}');
    await rig.changeLabel('Ahead', textLabel('{COUNTER;serial} new'));
    await drawingsLater(2);
    await rig.trigger();
    expect([drawnForTriggers(), (await rig.prints()).map(({ labelRevision }) => labelRevision)]).toEqual([0, [2]]);
    await drawAllAgain();
  });

  it('is used within the minute that it shows', async () => {
    await select('{HOUR}:{MINUTE}');
    rig.clock.advance(55_000);
    await rig.trigger();
    await drawAllAgain();
    expect(drawnForTriggers()).toBe(0);
  });

  it('is not made of a label that shows seconds, and its selection draws the print of that second only', async () => {
    await select('{SECOND}');
    await rig.trigger();
    rig.clock.advance(1_000);
    await rig.trigger();
    await rig.trigger();
    expect(drawn.map(({ isPrint }) => isPrint)).toEqual([false, true, true]);
  });

  it('waits for an idle thread', async () => {
    vi.spyOn(sharedDrawing, 'isIdle', 'get').mockReturnValue(false);
    await select('{COUNTER;serial}');
    await rig.trigger();
    await rig.trigger();
    expect(drawn.map(({ isPrint }) => isPrint)).toEqual([false, true]);
  });

  it('is not drawn for a waiting job', async () => {
    await select('{COUNTER;serial}');
    await rig.select({ labelData: textLabel('behind'), queue: true });
    await rig.trigger();
    expect(drawnForTriggers()).toBe(0);
  });

  it('is that of the job that was selected last', async () => {
    await select('first');
    await rig.select({ labelData: textLabel('second') });
    await rig.trigger();
    const pictures = (await rig.prints()).map((print) => print.pictureHash);
    await rig.select({ labelData: textLabel('first') });
    await drawingsLater(3);
    await rig.trigger();
    expect([
      drawnForTriggers(),
      (await rig.prints())[0]?.pictureHash === pictures[0],
      (await rig.prints())[1]?.pictureHash === pictures[0],
    ]).toEqual([0, true, false]);
  });

  it('that failed is drawn by the trigger, which reports the fault', async () => {
    await putLot('A');
    await select('{VARIABLE;lot} {COUNTER;serial}');
    await rig.trigger();
    await drawings(2);
    await rig.changeLabel('Ahead', textLabel('x', { height: 200 }));
    await expect(rig.trigger()).rejects.toMatchObject({
      slug: 'printer-cannot-print',
      message: expect.stringContaining('mm high') as string,
    });
    await expect(rig.trigger()).rejects.toMatchObject({
      slug: 'printer-cannot-print',
      message: expect.stringContaining('mm high') as string,
    });
  });

  const putLot = (value: string) => rig.controller.variables.put('lot', { value, description: '', userEdit: false, pinned: false });
});
