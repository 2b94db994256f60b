import { describe, expect, it } from 'vitest';
import { emailRuleSchema } from '#contract/api-v3/email.ts';
import type { RecordedEvent } from '#contract/api-v3/recorded-event.ts';
import { dueOf, isWanted } from '#controller/email/email-rules.ts';

const MINUTE = 60_000;
/** Saturday, 07:30 in Berlin. */
const MOMENT = Date.UTC(2026, 10, 21, 6, 30);
const CONTEXT = { timeZone: 'Europe/Berlin', lineOf: (printer: string) => (printer === 'Line 1' ? 'Filling' : undefined) };

const rule = (more: object = {}) => emailRuleSchema.parse({ name: 'Shift', to: ['shift@plant.example'], ...more });
const event = (more: Partial<RecordedEvent> = {}): RecordedEvent => ({
  ...{
    number: 1,
    at: new Date(MOMENT).toISOString(),
    kind: 'printer.error-began',
    printer: 'Line 1',
    data: { detail: 'The cover is open.' },
  },
  ...more,
});
const wanted = (ofRule: object, ofEvent: Partial<RecordedEvent> = {}) => isWanted(rule(ofRule), event(ofEvent), CONTEXT);

describe('a rule', () => {
  it('wants the kinds that begin an alarm, unless it names others', () => {
    expect([wanted({}), wanted({}, { kind: 'job.ended' }), wanted({ kinds: ['job.ended'] }), wanted({ isEnabled: false })]).toEqual([
      ...[true, false, false, false],
    ]);
    expect(wanted({ kinds: ['job.ended'] }, { kind: 'job.ended' })).toBe(true);
  });

  it('wants what is important enough', () => {
    expect([wanted({ leastPriority: 'high' }), wanted({ leastPriority: 'critical' })]).toEqual([true, false]);
    expect(wanted({ leastPriority: 'critical' }, { kind: 'disk.unwritable' })).toBe(true);
  });

  it('wants the events of its printers and lines, and those that concern neither', () => {
    expect([wanted({ printers: ['Line 1'] }), wanted({ printers: ['Line 2'] })]).toEqual([true, false]);
    expect([wanted({ lines: ['Filling'] }), wanted({ lines: ['Packing'] })]).toEqual([true, false]);
    expect(wanted({ lines: ['Filling'] }, { printer: 'Line 2' })).toBe(false);
    const { printer: _, ...disk } = event({ kind: 'disk.unwritable' });
    expect(isWanted(rule({ printers: ['Line 2'], lines: ['Packing'] }), disk, CONTEXT)).toBe(true);
  });

  it.each([
    [{ from: '06:00', to: '14:00' }, true],
    [{ from: '08:00', to: '14:00' }, false],
    [{ from: '22:00', to: '08:00' }, true],
    [{ from: '06:00', to: '14:00', days: [6] }, true],
    [{ from: '06:00', to: '14:00', days: [1, 2, 3, 4, 5] }, false],
    [{ from: '22:00', to: '08:00', days: [5] }, true],
    [{ from: '22:00', to: '08:00', days: [6] }, false],
  ])('of the hours %j wants what happens on Saturday at 07:30: %s', (hours, isIn) => {
    expect(wanted({ hours })).toBe(isIn);
  });
});

describe('an entry', () => {
  const due = (ofRule: object, more: object = {}) =>
    dueOf(rule(ofRule), { now: MOMENT, pending: undefined, isCritical: false, timeZone: CONTEXT.timeZone, ...more });

  it('is sent after the time of collecting, with those that wait already', () => {
    expect(due({ groupMinutes: 5 })).toBe(MOMENT + 5 * MINUTE);
    expect(due({ groupMinutes: 5 }, { pending: MOMENT + MINUTE })).toBe(MOMENT + MINUTE);
  });

  it('waits for the end of the quiet hours, unless it is critical', () => {
    const quiet = { groupMinutes: 0, quietHours: { from: '22:00', to: '08:00' } };
    expect(due(quiet)).toBe(MOMENT + 30 * MINUTE);
    expect(due(quiet, { isCritical: true })).toBe(MOMENT);
  });
});
