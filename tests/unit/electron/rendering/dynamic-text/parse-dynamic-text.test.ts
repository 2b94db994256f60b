import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DynamicTextError, escapeText, literalText } from '#rendering/dynamic-text/dynamic-text.ts';
import { parseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import { propertyRuns } from '#support/property-runs.ts';

function faultOf(source: string): { position: number; message: string } {
  try {
    parseDynamicText(source);
  } catch (error) {
    if (error instanceof DynamicTextError) return { position: error.position, message: error.message };
    throw error;
  }
  throw new Error(`"${source}" was parsed`);
}

describe('parseDynamicText', () => {
  it('keeps text without codes unchanged', () => {
    expect(literalText(parseDynamicText('C:\\temp; 5 < 6'))).toBe('C:\\temp; 5 < 6');
  });

  it('reads escaped braces, semicolons and backslashes as literals', () => {
    expect(literalText(parseDynamicText('\\{YEAR\\} \\; \\\\'))).toBe('{YEAR} ; \\');
  });

  it('builds a tree of nested codes', () => {
    expect(parseDynamicText('a{TIME;x{YEAR2;WIDTH=3};+{VARIABLE;Weeks}weeks}')).toEqual({
      parts: [
        { kind: 'literal', text: 'a' },
        {
          kind: 'time',
          position: 1,
          inner: {
            parts: [
              { kind: 'literal', text: 'x' },
              { kind: 'date', code: 'YEAR2', position: 8, style: { width: 3 } },
            ],
          },
          offset: {
            parts: [
              { kind: 'literal', text: '+' },
              { kind: 'variable', name: 'Weeks', position: 25 },
              { kind: 'literal', text: 'weeks' },
            ],
          },
        },
      ],
    });
  });

  it('allows escaped delimiters in names', () => {
    expect(parseDynamicText('{VARIABLE;a\\;b\\}}').parts).toEqual([{ kind: 'variable', name: 'a;b}', position: 0 }]);
  });

  it('reads the list of a FORMAT with escapes', () => {
    expect(parseDynamicText('{YEAR;FORMAT={#2026;a\\;b;\\}};WIDTH=3}').parts).toEqual([
      { kind: 'date', code: 'YEAR', position: 0, style: { format: { kind: 'words', start: 2026, words: ['a;b', '}'] }, width: 3 } },
    ]);
  });

  it('reads FORMAT before a code as text in a code that is not a number', () => {
    expect(parseDynamicText('{TIME;FORMAT={YEAR}}').parts).toMatchObject([
      {
        kind: 'time',
        inner: {
          parts: [
            { kind: 'literal', text: 'FORMAT=' },
            { kind: 'date', code: 'YEAR' },
          ],
        },
      },
    ]);
  });

  it.each([
    ['{NOPE}', 0, 'There is no code {NOPE} (at character 1)'],
    ['ab{year}', 2, 'There is no code {year} (at character 3)'],
    ['{IF;a;=;b;c}', 0, 'IF is written {IF;a;=;b;then;else}: two values with an operator between them, and two texts (at character 1)'],
    ['{IF;a;=;b;c;d;e}', 14, 'IF has no parameter "e" (at character 15)'],
    ['{IF;a;==;b;c;d}', 6, 'IF has no operator "=="; there are = <> < <= > >= (at character 7)'],
    ['{IF;a;{YEAR};b;c;d}', 6, 'IF has no operator "{...}"; there are = <> < <= > >= (at character 7)'],
    ['{}', 0, 'The code has no name (at character 1)'],
    ['{YEAR', 0, 'The code is not closed; write \\{ for a literal brace (at character 1)'],
    ['x}', 1, 'There is a closing brace without an opening one; write \\} for a literal brace (at character 2)'],
    ['{VARIABLE}', 0, 'VARIABLE needs the name of a variable (at character 1)'],
    ['{TABLE;}', 7, 'TABLE needs the name of a column (at character 8)'],
    ['{COUNTER;{YEAR}}', 9, 'COUNTER needs the name of a counter without codes (at character 10)'],
    ['{COUNTER;S;SIZE=2}', 11, 'COUNTER has no parameter "SIZE" (at character 12)'],
    ['{YEAR;WIDTH={YEAR}}', 6, 'YEAR has no parameter "{...}" (at character 7)'],
    [
      'x{MONTH;FORMAT=roman}',
      8,
      'There is no format "roman"; FORMAT is alpha, shortmonth, shortweekday, a list such as {A;B;C} or digits such as #0123456789 (at character 9)',
    ],
    ['{MONTH;FORMAT=alpha;FORMAT={A}}', 20, 'MONTH has FORMAT twice (at character 21)'],
    ['{MONTH;FORMAT=#1}', 7, 'The digits of FORMAT must be 2 to 100 characters, the one for 0 first (at character 8)'],
    ['{MONTH;FORMAT=#0120}', 7, 'The digits of FORMAT contain "0" twice (at character 8)'],
    ['{MONTH;FORMAT={}}', 7, 'The list of FORMAT is empty (at character 8)'],
    ['{MONTH;FORMAT={#2020}}', 7, 'The list of FORMAT is empty (at character 8)'],
    ['{MONTH;FORMAT={#x;A}}', 7, '"#x" is not the start of a list; write it as in {#2020;A;B} (at character 8)'],
    ['{MONTH;FORMAT={A;B', 14, 'The list is not closed; write \\{ for a literal brace (at character 15)'],
    ['{MONTH;FORMAT={A;{YEAR}}}', 17, 'A list cannot contain codes; write \\{ for a literal brace (at character 18)'],
    ['{MONTH;FORMAT={A;B}C}', 19, 'Nothing may follow the list of FORMAT (at character 20)'],
    ['{MONTH;FORMAT={A;B}', 0, 'The code is not closed; write \\{ for a literal brace (at character 1)'],
    ['{YEAR;WIDTH=x}', 6, 'WIDTH must be a number from 0 to 100 (at character 7)'],
    ['{YEAR;WIDTH=101}', 6, 'WIDTH must be a number from 0 to 100 (at character 7)'],
    ['{YEAR;PADDING=ab}', 6, 'PADDING must be one character (at character 7)'],
    ['{YEAR;WIDTH=2;WIDTH=3}', 14, 'YEAR has WIDTH twice (at character 15)'],
    ['{AMPM;WIDTH=2}', 6, 'AMPM has no parameter "WIDTH=2" (at character 7)'],
    ['{VARIABLE;a;b}', 12, 'VARIABLE has no parameter "b" (at character 13)'],
    ['{TIME}', 0, 'TIME needs a text to show (at character 1)'],
    ['{TIME;x;3months}', 8, '"3months" is not an offset such as +3months-1week (at character 9)'],
    ['{TIME;x;+3lightyears}', 8, '"+3lightyears" is not an offset such as +3months-1week (at character 9)'],
    [`{TIME;x;${'+1day'.repeat(101)}}`, 8, 'The offset has more than 100 steps (at character 9)'],
    ['{TIME;x;}', 8, 'The offset is empty; write it as in +3months-1week (at character 9)'],
  ])('refuses %s', (source, position, message) => {
    expect(faultOf(source)).toEqual({ position, message });
  });

  it('refuses codes that are nested more than 64 deep', () => {
    const nested = (depth: number): string => '{TIME;'.repeat(depth) + ';+1day}'.repeat(depth);
    expect(() => parseDynamicText(nested(64))).not.toThrow();
    expect(faultOf(nested(65)).message).toContain('more than 64 deep');
  });

  it('refuses a text of more than 20 000 characters', () => {
    expect(faultOf('x'.repeat(20_001)).position).toBe(20_000);
  });

  it('E22 never throws anything but its own error', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      ';',
      '\\',
      '=',
      '+',
      '1',
      'day',
      'TIME',
      'IF',
      'YEAR',
      'COUNTER',
      'WIDTH=',
      'PADDING=',
      'FORMAT=',
      '#',
      'é',
      '\u{1f600}',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        try {
          parseDynamicText(parts.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(DynamicTextError);
        }
      }),
      { numRuns: propertyRuns(2000) },
    );
  });
});

describe('escapeText', () => {
  it('escapes every text so that it is parsed back', () => {
    const text = fc.string({ unit: fc.constantFrom('{', '}', ';', '\\', 'a', 'é'), maxLength: 30 });
    fc.assert(
      fc.property(text, (any) => {
        expect(literalText(parseDynamicText(escapeText(any)))).toBe(any);
      }),
    );
  });
});
