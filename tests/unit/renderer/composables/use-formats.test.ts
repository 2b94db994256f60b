import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatCount, useFormats, type Formats } from '#renderer/composables/use-formats.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const AT = Date.parse('2026-11-21T23:03:12Z');
let rig: PageRig;
let formats: Formats;

beforeEach(async () => {
  rig = await openPageRig({});
  formats = rig.run(() => useFormats());
});

afterEach(() => rig.end());

describe('formats', () => {
  it('H24 writes dates that cannot be read in two ways, in the zone that is named', () => {
    expect(formats.moment(AT, 'UTC')).toBe('21 NOV 2026 23:03:12');
    expect(formats.moment(AT, 'Europe/Berlin')).toBe('22 NOV 2026 00:03:12');
  });

  it('falls back to the zone of the screen when it does not know the one that is named', () => {
    expect(formats.time(AT, 'Mars/Olympus')).toBe(formats.time(AT));
  });

  it('writes ages in one unit', () => {
    expect([0, 59_999, 60_000, 7_200_000, 200_000_000].map(formats.age)).toEqual(['0 s', '59 s', '1 min', '2 h', '2 d']);
  });

  it('groups digits from five on', () => {
    expect([412, 9999, 10_000, 1_234_567].map(formatCount)).toEqual(['412', '9999', '10\u202f000', '1\u202f234\u202f567']);
  });
});
