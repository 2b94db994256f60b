import { describe, expect, it } from 'vitest';
import { PRINTER_STATES } from '#contract/api-v3/printer-states.ts';
import { canPrint, printerStateStyle } from '#renderer/panels/printer/printer-state-style.ts';
import { aJob, aStatus } from '#support/fleet.ts';

describe("the appearance of a printer's state", () => {
  it('has a text and an icon for every state', () => {
    const looks = PRINTER_STATES.map((state) => printerStateStyle(aStatus({ state })));
    expect(looks.every(({ word, icon }) => word !== '' && String(icon) !== '')).toBe(true);
  });

  it('is red for an error only', () => {
    const red = PRINTER_STATES.filter((state) => printerStateStyle(aStatus({ state })).tone === 'critical');
    expect(red).toEqual(['ERROR']);
  });

  it('shows the error itself', () => {
    expect(printerStateStyle(aStatus({ state: 'ERROR', errors: ['Cover open'] })).error).toBe('Cover open');
  });

  it('distinguishes ready from printing by the job', () => {
    expect(printerStateStyle(aStatus()).word).toBe('printer.state.ready');
    expect(printerStateStyle(aStatus({ job: aJob() })).word).toBe('printer.state.printing');
  });

  it('is disabled while a person has the printer disabled, once it has stopped', () => {
    expect(printerStateStyle(aStatus({ state: 'STOPPED' }), { isDisabled: true }).word).toBe('printer.state.disabled');
    expect(printerStateStyle(aStatus({ state: 'STOPPED' })).word).toBe('printer.state.stopped');
  });

  it('is never ready if the controller reports no job', () => {
    expect(printerStateStyle(aStatus(), { knowsJob: false }).word).toBe('printer.state.started');
  });

  it('shows an unknown state as reported by the controller', () => {
    const look = printerStateStyle({ ...aStatus({ state: 'OTHER' }), unknown: { state: 'PURGING' } });
    expect(look).toMatchObject({ error: 'PURGING', tone: 'outline' });
  });

  it('assumes no state if none is reported, and leaves it to the controller whether it can print', () => {
    const unreported = { ...aStatus({ state: 'OTHER' }), unknown: { state: null } };
    expect([printerStateStyle(unreported).word, canPrint(unreported), canPrint(aStatus({ state: 'STOPPED' }))]).toEqual([
      'printer.state.notReported',
      true,
      false,
    ]);
  });

  it('has no data without a status', () => {
    expect(printerStateStyle(null).tone).toBe('stale');
  });
});
