import { describe, expect, it } from 'vitest';
import { codenetStatus, parseAlert, parseJetState } from '#controller/engines/codenet/codenet-status.ts';
import { worded } from '#support/worded.ts';

const status = (alert: string, jet?: string) => {
  const parsed = parseAlert(alert);
  return parsed && worded(codenetStatus(parsed, jet === undefined ? undefined : parseJetState(jet)));
};

describe('the status of a Codenet coder', () => {
  it.each([
    ['\xd3', 'STARTED'],
    ['\xd2', 'STANDBY'],
    ['\xd4', 'STARTING'],
    ['\xd5', 'STOPPING'],
    ['\xd6', 'STARTING'],
    ['\xe1', 'STANDBY'],
    ['\xe2', 'MAINTENANCE'],
    ['\xe3', 'ERROR'],
    ['\xe6', 'STANDBY'],
    ['\xe7', 'STARTING'],
  ])('is by the state of the jet %j: %s', (state, expected) => {
    expect(parseJetState(`OS1${state}\x07`)).toBe(expected);
  });

  it.each([
    ['O100101', 'STARTED'],
    ['O100000', 'STARTED'],
    ['O100202', 'STARTING'],
    ['O100900', 'STANDBY'],
    ['O101002', 'MAINTENANCE'],
    ['O107302', 'STANDBY'],
    ['O103602', 'STARTED'],
  ])('is by the alert %s of a coder that does not tell the state of its jet: %s', (alert, expected) => {
    expect(status(alert)?.state).toBe(expected);
  });

  it('has an error only with a red light, or a fault of the jet', () => {
    const gutter = 'The gutter is dry: no ink returns from the head.';
    const fault = 'The coder reports a fault: see its panel.';
    expect(status('O104104', 'OS1\xe3\x07')).toMatchObject({ errors: [gutter], warnings: [] });
    expect(status('O104140', 'OS1\xd3\x07')).toMatchObject({ errors: [gutter], warnings: [] });
    expect(status('O104102', 'OS1\xd3\x07')).toMatchObject({ errors: [], warnings: [gutter] });
    expect(status('O101104', 'OS0\xe3\x07')).toMatchObject({ errors: [fault], warnings: [] });
    expect(status('O111404', 'OS1\xd3\x07')).toMatchObject({ errors: [fault] });
  });

  it('has no error for what the line or the controller does', () => {
    expect(status('O105104', 'OS1\xd3\x07')).toMatchObject({
      state: 'STARTED',
      errors: [],
      warnings: ['A product passed, and there were no values for it.'],
    });
  });

  it('has the level of the ink', () => {
    expect(status('O103602', 'OS1\xd3\x07')).toMatchObject({ ink: 'LOW', warnings: ['The ink is low.'] });
    expect(status('O108704', 'OS1\xe3\x07')).toMatchObject({ ink: 'EMPTY', errors: ['The makeup is empty.'] });
    expect(status('O100101', 'OS1\xd3\x07')).toMatchObject({ ink: 'OK', errors: [], warnings: [] });
  });

  it('is nothing else', () => {
    expect([status('O1'), status('O1001'), status('O1001ZZ'), parseJetState('OS2\xd3\x07'), parseJetState('OS1D307')]).toEqual(
      Array(5).fill(undefined),
    );
  });
});
