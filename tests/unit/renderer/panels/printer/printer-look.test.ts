import { describe, expect, it } from 'vitest';
import { PRINTER_STATES } from '#contract/api-v3/printer-states.ts';
import { mayPrint, printerLook } from '#renderer/panels/printer/printer-look.ts';
import { aJob, aStatus } from '#support/fleet.ts';

describe('the look of a printer', () => {
  it('has a word and a shape for every state', () => {
    const looks = PRINTER_STATES.map((state) => printerLook(aStatus({ state })));
    expect(looks.every(({ word, icon }) => word !== '' && String(icon) !== '')).toBe(true);
  });

  it('is red for an error and for nothing else', () => {
    const red = PRINTER_STATES.filter((state) => printerLook(aStatus({ state })).tone === 'critical');
    expect(red).toEqual(['ERROR']);
  });

  it('says the error itself', () => {
    expect(printerLook(aStatus({ state: 'ERROR', errors: ['Cover open'] })).error).toBe('Cover open');
  });

  it('tells ready from printing by the job', () => {
    expect(printerLook(aStatus()).word).toBe('printer.state.ready');
    expect(printerLook(aStatus({ job: aJob() })).word).toBe('printer.state.printing');
  });

  it('does not call a printer ready whose controller names no job', () => {
    expect(printerLook(aStatus(), false).word).toBe('printer.state.started');
  });

  it('shows a state that is not known here as the controller said it', () => {
    const look = printerLook({ ...aStatus({ state: 'OTHER' }), unknown: { state: 'PURGING' } });
    expect(look).toMatchObject({ error: 'PURGING', tone: 'outline' });
  });

  it('guesses no state where none is told, and leaves it to the controller whether it can print', () => {
    const untold = { ...aStatus({ state: 'OTHER' }), unknown: { state: null } };
    expect([printerLook(untold).word, mayPrint(untold), mayPrint(aStatus({ state: 'STOPPED' }))]).toEqual([
      'printer.state.untold',
      true,
      false,
    ]);
  });

  it('has no data where there is no status', () => {
    expect(printerLook(null).tone).toBe('stale');
  });
});
