import { describe, expect, it } from 'vitest';
import { freeSide } from '#renderer/ui/free-side.ts';

const SCREEN = { area: { left: 16, right: 436, top: 700, bottom: 784 }, width: 1280, preferred: 'left' } as const;
const AT_LEFT = { left: 100, right: 400, top: 650, bottom: 760 };
const AT_RIGHT = { left: 900, right: 1200, top: 650, bottom: 760 };

describe('the corner of the notices', () => {
  it('is the preferred one where it covers nothing', () => {
    expect(freeSide(AT_RIGHT, SCREEN)).toBe('left');
    expect(freeSide(AT_LEFT, { ...SCREEN, preferred: 'right' })).toBe('right');
    expect(freeSide(undefined, SCREEN)).toBe('left');
  });

  it('is the other one where the notices would cover what they speak of', () => {
    expect(freeSide(AT_LEFT, SCREEN)).toBe('right');
    expect(freeSide(AT_RIGHT, { ...SCREEN, preferred: 'right' })).toBe('left');
  });

  it('does not depend on the corner at which the notices are', () => {
    const moved = { ...SCREEN, area: { left: 844, right: 1264, top: 700, bottom: 784 } };
    expect(freeSide(AT_LEFT, moved)).toBe('right');
    expect(freeSide(AT_RIGHT, moved)).toBe('left');
  });

  it('is the preferred one where neither is free', () => {
    expect(freeSide({ left: 0, right: 1280, top: 650, bottom: 760 }, SCREEN)).toBe('left');
  });

  it('ignores what is above the notices', () => {
    expect(freeSide({ ...AT_LEFT, top: 100, bottom: 700 }, SCREEN)).toBe('left');
  });
});
