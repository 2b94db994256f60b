import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DrawingOrder } from '#controller/drawing/drawing-pool.ts';
import { sharedDrawing } from '#support/drawing.ts';
import { untilHolds } from '#support/until-holds.ts';
import { Plant, textLabel } from './plant.ts';

describe('a print drawn ahead', () => {
  let plant: Plant;
  let drawn: DrawingOrder[];

  beforeEach(async () => {
    plant = await Plant.build();
    await plant.putCounter('serial');
    drawn = [];
    const draw = sharedDrawing.draw.bind(sharedDrawing);
    vi.spyOn(sharedDrawing, 'draw').mockImplementation((order) => {
      drawn.push(order);
      return draw(order);
    });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await plant.close();
  });

  /** Selects a label: the drawing by which it is checked is that of its first print. */
  const select = async (text: string) => {
    await plant.controller.labels.put('Ahead', textLabel(text));
    await plant.select({ labelName: 'Ahead' });
  };
  const drawings = (count: number) => untilHolds(() => expect(drawn).toHaveLength(count));
  /** Behind a selection, whose answer nobody holds up for a picture. */
  const drawingsLater = (count: number) =>
    untilHolds(() => {
      plant.clock.advance(20);
      expect(drawn).toHaveLength(count);
    });
  const drawnForTriggers = () => drawn.filter(({ isPrint }) => isPrint).length;
  /** The ledger's own check: every print is drawn again, and must have the bits that were printed. */
  const drawAllAgain = async () => {
    for (const { id } of await plant.prints()) await plant.controller.prints.picture(id);
  };

  it('is used by the trigger, which draws nothing then, and is the print that the trigger would have drawn', async () => {
    await select('{COUNTER;serial}');
    for (const total of [2, 3, 4]) {
      await plant.trigger();
      await drawings(total);
    }
    const forTriggers = drawnForTriggers();
    await drawAllAgain();
    expect([forTriggers, new Set((await plant.prints()).map((print) => print.pictureHash)).size]).toEqual([0, 3]);
  });

  it('is not drawn by the selection of another row of a label that was drawn before, but while the line waits', async () => {
    await plant.controller.tables.put('Rows', { columns: ['Name'], rows: [['A'], ['B']] });
    await plant.controller.labels.put('Ahead', textLabel('{TABLE;Name}'));
    for (const key of ['A', 'B']) await plant.select({ labelName: 'Ahead', tableName: 'Rows', keyColumn: 'Name', key });
    const bySelection = drawn.length;
    await drawingsLater(2);
    await plant.trigger();
    expect([bySelection, drawnForTriggers()]).toEqual([1, 0]);
  });

  it('comes a moment after the selections of many lines at once', async () => {
    await select('{COUNTER;serial}');
    await Promise.all(plant.controller.printers.all().map(({ name }) => plant.select({ labelName: 'Ahead' }, name)));
    await drawingsLater(drawn.length + 1);
    expect(drawnForTriggers()).toBe(0);
  });

  it('moves no counter', async () => {
    await select('{COUNTER;serial}');
    expect((await plant.controller.counters.get('serial')).value).toBe(1);
  });

  it('is used again and again where nothing on the label changes', async () => {
    await select('always the same');
    for (let print = 0; print < 3; print += 1) await plant.trigger();
    expect(drawn).toHaveLength(1);
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['another line took its serial', '{COUNTER;serial}', () => plant.putCounter('serial', 7)],
    ['a variable changed', '{VARIABLE;lot}', () => putLot('B')],
    ['the label changed', '{COUNTER;serial}', () => plant.controller.labels.put('Ahead', textLabel('{COUNTER;serial} new'))],
    ['the minute passed that it shows', '{MINUTE}', async () => plant.clock.advance(60_000)],
    ['midnight passed', '{TIME;{DAYOFMONTH};+6months}', async () => plant.clock.advance(86_400_000)],
    ['dates are made by other rules', '{HOUR}', () => plant.controller.settings.putTimeZone('Asia/Tokyo')],
  ])('is not used when %s', async (_case, text, change) => {
    await putLot('A');
    await select(text);
    await change();
    await plant.trigger();
    const forTriggers = drawnForTriggers();
    await drawAllAgain();
    expect(forTriggers).toBe(1);
  });

  it('is used within the minute that it shows', async () => {
    await select('{HOUR}:{MINUTE}');
    plant.clock.advance(55_000);
    await plant.trigger();
    await drawAllAgain();
    expect(drawnForTriggers()).toBe(0);
  });

  it('is not made of a label that shows seconds, and its selection draws the print of that second only', async () => {
    await select('{SECOND}');
    await plant.trigger();
    plant.clock.advance(1_000);
    await plant.trigger();
    await plant.trigger();
    expect(drawn.map(({ isPrint }) => isPrint)).toEqual([false, true, true]);
  });

  it('waits for a thread that nobody else needs', async () => {
    vi.spyOn(sharedDrawing, 'isIdle', 'get').mockReturnValue(false);
    await select('{COUNTER;serial}');
    await plant.trigger();
    await plant.trigger();
    expect(drawn.map(({ isPrint }) => isPrint)).toEqual([false, true]);
  });

  it('is none of a job that waits behind another', async () => {
    await select('{COUNTER;serial}');
    await plant.select({ labelData: textLabel('behind'), queue: true });
    await plant.trigger();
    expect(drawnForTriggers()).toBe(0);
  });

  it('is that of the job that was selected last', async () => {
    await select('first');
    await plant.select({ labelData: textLabel('second') });
    await plant.trigger();
    const pictures = (await plant.prints()).map((print) => print.pictureHash);
    await plant.select({ labelData: textLabel('first') });
    await drawingsLater(3);
    await plant.trigger();
    expect([
      drawnForTriggers(),
      (await plant.prints())[0]?.pictureHash === pictures[0],
      (await plant.prints())[1]?.pictureHash === pictures[0],
    ]).toEqual([0, true, false]);
  });

  it('that failed is drawn by the trigger, which says what is wrong', async () => {
    await putLot('A');
    await select('{VARIABLE;lot} {COUNTER;serial}');
    await plant.trigger();
    await drawings(2);
    await plant.controller.labels.put('Ahead', textLabel('x', { height: 200 }));
    await expect(plant.trigger()).rejects.toMatchObject({
      slug: 'printer-cannot-print',
      message: expect.stringContaining('mm high') as string,
    });
    await expect(plant.trigger()).rejects.toMatchObject({
      slug: 'printer-cannot-print',
      message: expect.stringContaining('mm high') as string,
    });
  });

  const putLot = (value: string) => plant.controller.variables.put('lot', { value, description: '', userEdit: false, pinned: false });
});
