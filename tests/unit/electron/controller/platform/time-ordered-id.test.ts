import { describe, expect, it } from 'vitest';
import { timeOrderedId } from '#controller/platform/time-ordered-id.ts';

const NOW = Date.parse('2026-11-21T15:00:00Z');

describe('a time-ordered id', () => {
  it('is a UUID of version 7 that begins with its moment', () => {
    expect(timeOrderedId(0x0123456789ab)).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('sorts after earlier ids', () => {
    const ids = Array.from({ length: 100 }, (_, at) => timeOrderedId(NOW + at * 1_000));
    expect(ids.toSorted()).toEqual(ids);
  });

  it('is unique within a millisecond', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => timeOrderedId(NOW))).size).toBe(1_000);
  });

  it('is valid for a time before 1970', () => {
    expect(timeOrderedId(-1)).toMatch(/^00000000-0000-7/);
  });
});
