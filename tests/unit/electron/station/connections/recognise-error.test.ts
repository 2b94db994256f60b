import { describe, expect, it } from 'vitest';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import { STATUS_ERROR_TEXTS, type StatusErrorText } from '#contract/api-v3/status-error-texts.ts';
import { readStatus } from '#station/connections/read-status.ts';
import { recogniseError } from '#station/connections/recognise-error.ts';
import { aStatus } from '#support/fleet.ts';

/** Every English text, filled with numbers. */
const FILLED = Object.entries<StatusErrorText>(STATUS_ERROR_TEXTS).flatMap(([code, entry]) =>
  (typeof entry === 'string' ? [entry] : [entry.one ?? entry.other, entry.other]).map(
    (text) => [code, text.replaceAll(/\{\w+\}/g, '7')] as const,
  ),
);
/** Whose text is a parameter and nothing else. */
const WITHOUT_WORDS = 'coder-refused';

describe('the English text of an error', () => {
  it.each(FILLED.filter(([code]) => code !== WITHOUT_WORDS))('is recognised: %s', (code, text) => {
    const found = recogniseError(text);
    // Some texts are the same for several codes: the most general one is taken.
    const sameText = FILLED.filter(([, other]) => other === text).map(([other]) => other);
    expect(found?.text).toBe(text);
    expect(sameText).toContain(found?.code);
    expect(sameText).toContain(code);
  });

  it('gives its parameters, numbers as numbers', () => {
    expect(recogniseError('The printer made 1 of the 2 unknown prints, and its count does not tell which.')).toEqual(
      statusError('prints-undecided', { made: 1, n: 2 }),
    );
    const other = statusError('device-message-other', { found: 'OLD', message: 'BBE' });
    expect(recogniseError(other.text)).toEqual(other);
  });

  it('is not recognised in what a device says', () => {
    expect(['Filter is due', '', 'The printer is paused', 'x'.repeat(5_000)].map(recogniseError)).toEqual(Array(4).fill(undefined));
  });
});

describe('a status', () => {
  it('of a controller without codes gets those of the texts that are known', () => {
    const { errors, errorDetails } = readStatus(aStatus({ errors: ['The printer is out of labels.', 'Filter is due'] }));
    expect({ errors, errorDetails }).toEqual({
      errors: ['The printer is out of labels.', 'Filter is due'],
      errorDetails: [statusError('labels-out')],
    });
  });

  it('of a controller with codes keeps them, also those that the station does not know', () => {
    const stated = { code: 'laser-off', parameters: { n: 3 }, text: 'The printer is out of labels.' };
    expect(readStatus(aStatus({ errors: [stated.text], errorDetails: [stated] })).errorDetails).toEqual([stated]);
  });

  it('has the codes of the warnings of its ink', () => {
    const supply = { state: 'STARTED', ragStatus: 'AMBER', level: 'LOW', errors: [], warnings: ['Ink supply K is low.'] } as const;
    const { ink } = readStatus(aStatus({ ink: [{ ...supply, errors: [], warnings: [...supply.warnings] }] }));
    expect(ink[0]?.warningDetails).toEqual([statusError('ink-supply-low', { supply: 'K' })]);
  });
});
