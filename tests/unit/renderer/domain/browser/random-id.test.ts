import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { randomId } from '#renderer/domain/browser/random-id.ts';

describe('a new id', () => {
  it('is a UUID, different each time', () => {
    const ids = Array.from({ length: 100 }, randomId);
    expect(ids.every((id) => z.uuid().safeParse(id).success)).toBe(true);
    expect(new Set(ids).size).toBe(100);
  });
});
