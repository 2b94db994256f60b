import { beforeEach, describe, expect, it } from 'vitest';
import { shiftCodeSchema } from '#contract/api-v3/shift-code.ts';
import { parseInput } from '#contract/parse-input.ts';
import { ShiftCodes } from '#controller/shift-codes/shift-codes.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';

const EARLY = { offset: 360, code: 'E' };
const NIGHT = { offset: 1320, code: 'N' };

describe('ShiftCodes', () => {
  let shiftCodes: ShiftCodes;

  beforeEach(() => {
    const now = () => Date.parse('2026-11-21T03:00:00+01:00');
    shiftCodes = new ShiftCodes({ db: openControllerDatabase(':memory:'), now, timeZone: async () => 'Europe/Berlin' });
  });

  it('returns a shift code sorted by time of day', async () => {
    const put = () => shiftCodes.put('Crew', { shifts: [NIGHT, EARLY], description: 'Who packs' });
    expect([await put(), await put()]).toEqual(['created', 'replaced']);
    expect(await shiftCodes.get('Crew')).toEqual({ shifts: [EARLY, NIGHT], description: 'Who packs' });
  });

  it('lists shift codes by name with their current code', async () => {
    await shiftCodes.put('Line', { shifts: [EARLY], description: '' });
    await shiftCodes.put('Crew', { shifts: [EARLY, NIGHT], description: '' });
    expect(await shiftCodes.list()).toEqual([
      { name: 'Crew', code: 'N' },
      { name: 'Line', code: 'E' },
    ]);
  });

  it('reads the shifts of several', async () => {
    await shiftCodes.put('Crew', { shifts: [EARLY], description: '' });
    await shiftCodes.put('__proto__', { shifts: [NIGHT], description: '' });
    expect(await shiftCodes.shifts(['__proto__', 'Crew'])).toEqual(
      new Map([
        ['__proto__', [NIGHT]],
        ['Crew', [EARLY]],
      ]),
    );
  });

  it('does not return a removed one', async () => {
    await shiftCodes.put('Crew', { shifts: [EARLY], description: '' });
    await shiftCodes.remove('Crew');
    await expect(shiftCodes.get('Crew')).rejects.toThrow('There is no shift code "Crew".');
  });

  it('reads no shifts of a code that is not there', async () => {
    expect(await shiftCodes.shifts(['None'])).toEqual(new Map());
  });

  it.each([
    ['get', () => shiftCodes.get('None')],
    ['remove', () => shiftCodes.remove('None')],
  ])('%s names a shift code that is missing', async (_, ask) => {
    await expect(ask()).rejects.toMatchObject({ slug: 'not-found', context: { instance: '/api/v3/shiftCodes/None' } });
  });
});

describe('shiftCodeSchema', () => {
  it.each([
    ['no shift', { shifts: [] }, '/shifts: needs at least one shift'],
    ['a time beyond the day', { shifts: [{ offset: 1440, code: 'A' }] }, '/shifts/0/offset: must be at most 1439, which is 23:59'],
    ['half a minute', { shifts: [{ offset: 0.5, code: 'A' }] }, '/shifts/0/offset: must be a whole number of minutes'],
    ['no code', { shifts: [{ offset: 0, code: '' }] }, '/shifts/0/code: must not be empty'],
    ['two shifts at once', { shifts: [EARLY, NIGHT, EARLY] }, '/shifts/2/offset: another shift also begins at 360'],
  ])('refuses %s', (_, body, message) => {
    expect(() => parseInput(shiftCodeSchema, body)).toThrow(message);
  });
});
