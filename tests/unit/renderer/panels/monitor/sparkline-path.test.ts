import { describe, expect, it } from 'vitest';
import { sparklinePath } from '#renderer/panels/monitor/sparkline-path.ts';

describe('the line of the rate', () => {
  it('ends at the right edge and reaches from zero to the maximum', () => {
    expect(sparklinePath([0, 30, 60])).toBe('M27 19L28 10L29 1');
  });

  it('has a gap for unknown minutes, not a zero', () => {
    expect(sparklinePath([60, 60, null, null, 60, 60])).toBe('M24 1L25 1M28 1L29 1');
  });

  it('shows a minute between two gaps as a dot', () => {
    expect(sparklinePath([null, 5, null])).toBe('M28 1h0');
  });

  it('is at the bottom while nothing is printed', () => {
    expect(sparklinePath([0, 0])).toBe('M28 19L29 19');
  });

  it('shows only the last half hour', () => {
    expect(sparklinePath([...Array<number>(40).fill(0), 1])).toMatch(/^M0 19.*L29 1$/);
  });
});
