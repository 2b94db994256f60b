import { describe, expect, it } from 'vitest';
import { nameFault } from '#renderer/domain/formats/name-fault.ts';

describe('a name for a new resource', () => {
  it.each([['.'], ['..']])('cannot be %s, which no address can hold', (name) => {
    expect(nameFault(name, [])).toBe('dots');
  });

  it.each([['...'], ['.a'], ['a.'], ['a/..'], ['%2e'], ['%2e%2e'], ['․']])('may be %s', (name) => {
    expect(nameFault(name, [])).toBeUndefined();
  });
});
