import { describe, expect, it } from 'vitest';
import { readCounters, readStatus } from '#station/connections/read-status.ts';
import { STARTED } from '#support/fake-controller.ts';

const INK = { state: 'STARTED', ragStatus: 'GREEN', level: 'OK', errors: [], warnings: [] };

describe('readStatus', () => {
  it('returns a status of the contract unchanged', () => {
    expect(readStatus({ ...STARTED, ink: [INK] })).toEqual({ ...STARTED, ink: [INK] });
  });

  it('passes on fields and values beyond the contract', () => {
    const status = { state: 'PURGING', ragStatus: 'GREEN', errors: ['low'], ink: [{ ...INK, temperature: 40 }], mood: { good: true } };
    expect(readStatus(status)).toEqual({
      ...STARTED,
      state: 'OTHER',
      errors: ['low'],
      ink: [INK],
      unknown: { state: 'PURGING', ink: status.ink, mood: { good: true } },
    });
  });

  it('passes on a status without a state, and does not guess one', () => {
    const unknown = { state: null, head: 'warm' };
    expect(readStatus({ head: 'warm' })).toEqual({ ...STARTED, state: 'OTHER', ragStatus: 'AMBER', unknown });
  });

  it.each([
    ['STARTED', 'GREEN'],
    ['ERROR', 'RED'],
    ['STANDBY', 'AMBER'],
  ])('derives the ragStatus of %s when the controller does not send one', (state, ragStatus) => {
    expect(readStatus({ state })).toEqual({ state, ragStatus, errors: [], ink: [], job: null, queue: 0 });
  });

  it.each([[null], ['STARTED'], [[]], [{ state: 3 }]])('D7 refuses %j', (value) => {
    expect(() => readStatus(value)).toThrow('not a printer status');
  });
});

describe('readCounters', () => {
  it.each([[null], [{}], [{ triggers: '1', triggerBounces: 0, printedLabels: 0 }]])('D7 refuses %j', (value) => {
    expect(() => readCounters(value)).toThrow('not a set of print counters');
  });
});
