import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newId } from '#renderer/composables/new-id.ts';

describe('a new id', () => {
  it('is a UUID, and another one each time', () => {
    const ids = Array.from({ length: 100 }, newId);
    expect(ids.every((id) => z.uuid().safeParse(id).success)).toBe(true);
    expect(new Set(ids).size).toBe(100);
  });
});
