import { describe, expect, it } from 'vitest';
import { Settings } from '#controller/settings/settings.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';

describe('Settings', () => {
  it('creates the controller id once', async () => {
    const db = openControllerDatabase(':memory:');
    const ids = ['first', 'second', 'third'];
    const newId = () => ids.shift() ?? '';
    const asked = await Promise.all([new Settings({ db, newId }), new Settings({ db, newId })].map((settings) => settings.controllerId()));
    expect(asked).toEqual(['first', 'first']);
  });

  it("uses the machine's time zone until another one is set", async () => {
    const settings = newSettings();
    const machine = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(await settings.timeZone()).toBe(machine);
    await settings.putTimeZone('Pacific/Chatham');
    expect(await settings.timeZone()).toBe('Pacific/Chatham');
  });

  it('C4 keeps the time zone of its first start', async () => {
    const settings = newSettings();
    await settings.timeZone();
    expect(await settings.get('timeZone')).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it('refuses an unknown time zone', async () => {
    const detail = '"Mars/Olympus" is not a time zone; one looks like Europe/Berlin';
    await expect(newSettings().putTimeZone('Mars/Olympus')).rejects.toMatchObject({
      slug: 'invalid-input',
      context: { errors: [{ pointer: '/timeZone', detail }] },
    });
  });

  it('has default rules for dates: month end, and a day that starts at midnight', async () => {
    const settings = newSettings();
    await settings.putTimeZone('Pacific/Chatham');
    expect(await settings.dates()).toEqual({ timeZone: 'Pacific/Chatham', monthEnd: 'end', productionDayStart: 0 });
    const rules = { timeZone: 'Asia/Tokyo', monthEnd: 'spill', productionDayStart: 360 } as const;
    await settings.putDates(rules);
    expect(await settings.dates()).toEqual(rules);
  });

  it('are replaced as a whole, and do not mix with the rules for dates', async () => {
    const settings = newSettings();
    await settings.putTimeZone('UTC');
    const dates = { timeZone: 'UTC', monthEnd: 'end', productionDayStart: 0 } as const;
    expect(await settings.all()).toEqual({ ...dates, labelChangesReachRunningJobs: false, fallbackFonts: [] });
    const others = { labelChangesReachRunningJobs: true, fallbackFonts: [{ family: 'Han', style: 'Bold' }] };
    await settings.putAll({ ...dates, ...others });
    expect([await settings.all(), await settings.dates()]).toEqual([{ ...dates, ...others }, dates]);
  });

  it('changes nothing where one of them is refused', async () => {
    const settings = newSettings();
    await settings.putTimeZone('Pacific/Chatham');
    await expect(settings.putDates({ timeZone: 'Mars/Olympus', monthEnd: 'spill', productionDayStart: 360 })).rejects.toThrow();
    expect(await settings.dates()).toEqual({ timeZone: 'Pacific/Chatham', monthEnd: 'end', productionDayStart: 0 });
  });

  it('stores texts by key', async () => {
    const settings = newSettings();
    await settings.put('__proto__', 'a');
    await settings.put('__proto__', 'b');
    expect([await settings.get('__proto__'), await settings.get('other')]).toEqual(['b', undefined]);
  });
});

function newSettings(): Settings {
  return new Settings({ db: openControllerDatabase(':memory:'), newId: () => 'id' });
}
