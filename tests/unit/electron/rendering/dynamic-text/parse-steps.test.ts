import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { DynamicTextError } from '#rendering/dynamic-text/dynamic-text.ts';
import { parseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';

/** How often the parser reads a character. */
function stepsOf(source: string): number {
  const look = vi.spyOn(String.prototype, 'charAt');
  let steps = 0;
  try {
    parseDynamicText(source);
  } catch (error) {
    if (!(error instanceof DynamicTextError)) throw error;
  } finally {
    steps = look.mock.calls.length;
    look.mockRestore();
  }
  return steps;
}

const WELL_FORMED = fc
  .array(
    fc.constantFrom(
      'x',
      '\\{',
      '{YEAR;WIDTH=6}',
      '{MONTH;FORMAT={A;B\\;;C}}',
      '{IF;{HOUR};<;12;{VARIABLE;a};b}',
      '{TIME;{TIME;{WEEK};+1day};+{VARIABLE;w}weeks}',
    ),
    { minLength: 1, maxLength: 100 },
  )
  .map((pieces) => pieces.join(''));

const ANY_TEXT = fc.string({ unit: fc.constantFrom('{', '}', ';', '\\', '=', 'a', 'FORMAT={', '{IF;', '{COUNTER;a;'), maxLength: 500 });

describe('the steps of parseDynamicText', () => {
  it('are counted', () => {
    expect(stepsOf('x'.repeat(100))).toBeGreaterThanOrEqual(100);
  });

  it('E22 at most double when the text doubles', () => {
    fc.assert(
      fc.property(WELL_FORMED, (source) => {
        expect(stepsOf(source + source)).toBeLessThanOrEqual(2 * stepsOf(source) + 2);
      }),
    );
  });

  it('E22 are at most four for every character of any text', () => {
    fc.assert(
      fc.property(ANY_TEXT, (source) => {
        expect(stepsOf(source)).toBeLessThanOrEqual(4 * source.length + 4);
      }),
    );
  });
});
