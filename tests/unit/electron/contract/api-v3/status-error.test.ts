import { describe, expect, it } from 'vitest';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import { distinctErrors } from '#contract/api-v3/status-error.ts';
import { STATUS_ERROR_TEXTS } from '#contract/api-v3/status-error-texts.ts';

describe('an error of a printer', () => {
  it('has its code, its parameters, and its text filled with them', () => {
    expect(statusError('no-connection', { address: '10.0.0.1:9100', time: '12:01:36' })).toEqual({
      code: 'no-connection',
      parameters: { address: '10.0.0.1:9100', time: '12:01:36' },
      text: 'No connection to 10.0.0.1:9100 since 12:01:36.',
    });
    expect(statusError('labels-out')).toEqual({ code: 'labels-out', parameters: {}, text: 'The printer is out of labels.' });
  });

  it('has the form of its text for its count', () => {
    expect([1, 2].map((n) => statusError('count-too-high', { n }).text)).toEqual([
      'The printer counts 1 mark more than were confirmed, which no print explains.',
      'The printer counts 2 marks more than were confirmed, which no print explains.',
    ]);
  });

  it('has parameters that its text says only as a part of another one', () => {
    const { parameters, text } = statusError('line-stopped-first-print-wrong', {
      line: 'Filling',
      printer: 'Line 1',
      reason: 'Wrong date.',
    });
    expect({ parameters, text }).toEqual({
      parameters: { line: 'Filling', printer: 'Line 1', reason: 'Wrong date.' },
      text: 'The line "Filling" is stopped: Wrong date. Resume it with a reason.',
    });
  });

  it('keeps braces and signs of a parameter as they are', () => {
    expect(statusError('printer-reports', { message: '{reason} $& $1' }).text).toBe('The printer reports: {reason} $& $1.');
  });

  it('has a code of small letters, digits and hyphens', () => {
    expect(Object.keys(STATUS_ERROR_TEXTS).filter((code) => !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(code))).toEqual([]);
  });

  it('is stated once, though two answers of the device report it', () => {
    expect(distinctErrors([statusError('labels-out'), statusError('ribbon-out'), statusError('labels-out')])).toEqual([
      statusError('labels-out'),
      statusError('ribbon-out'),
    ]);
  });
});
