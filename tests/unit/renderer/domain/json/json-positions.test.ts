import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPlace, positionAt, readJsonText } from '#renderer/domain/json/json-positions.ts';
import { propertyRuns } from '#support/property-runs.ts';

const LABEL = `{
  "format": 3,
  "objs": [
    { "type": "Text", "text": "a \\"quoted\\" brace }" },
    { "type": "Rect", "a/b": { "~": [1, -2.5e3] } }
  ]
}
`;

function sliceOf(text: string, pointer: string): string | undefined {
  const place = findPlace(readJsonText(text).places, pointer);
  return place && text.slice(place.start, place.end);
}

function faultOf(text: string): string {
  const { fault } = readJsonText(text);
  if (!fault) return 'none';
  const { line, column } = positionAt(text, fault.offset);
  return `${fault.kind} at ${line}:${column}`;
}

/** Every pointer of a value with what it points to. */
function pointersOf(value: unknown, pointer = ''): [string, unknown][] {
  const own: [string, unknown] = [pointer, value];
  if (typeof value !== 'object' || value === null) return [own];
  const steps = Object.entries(value).map(([key, item]) => [key.replaceAll('~', '~0').replaceAll('/', '~1'), item] as const);
  return [own, ...steps.flatMap(([step, item]) => pointersOf(item, `${pointer}/${step}`))];
}

describe('the position of a JSON pointer in a text', () => {
  it('finds values by name and by index', () => {
    expect(sliceOf(LABEL, '/objs/0/text')).toBe('"a \\"quoted\\" brace }"');
    expect(sliceOf(LABEL, '/objs/1/type')).toBe('"Rect"');
  });

  it('decodes the escapes of a pointer', () => {
    expect(sliceOf(LABEL, '/objs/1/a~1b/~0/1')).toBe('-2.5e3');
  });

  it('is the nearest enclosing position for a missing value', () => {
    expect(sliceOf(LABEL, '/objs/0/font/height')).toBe(sliceOf(LABEL, '/objs/0'));
    expect(sliceOf(LABEL, '?printer')).toBe(LABEL.trim());
  });

  it('is available before a fault', () => {
    expect(sliceOf('{ "format": 3, "objs": [ }', '/format')).toBe('3');
  });

  it('is found for every pointer of a JSON document', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const parsed = JSON.parse(text) as unknown;
        const { places, fault } = readJsonText(text);
        expect(fault).toBeUndefined();
        for (const [pointer, item] of pointersOf(parsed)) {
          const place = places.get(pointer);
          expect(place && JSON.parse(text.slice(place.start, place.end))).toEqual(item);
        }
      }),
    );
  });
});

describe('the position at which a text stops being JSON', () => {
  it.each([
    ['', 'empty at 1:1'],
    ['  \n ', 'empty at 1:1'],
    ['{ "a": }', 'expectedValue at 1:8'],
    ['{ "a": 1\n  "b": 2 }', 'expectedCommaOrBrace at 2:3'],
    ['{ a: 1 }', 'expectedName at 1:3'],
    ['{ "a": 1, }', 'expectedName at 1:11'],
    ['[1, 2', 'expectedCommaOrBracket at 1:6'],
    ['[01]', 'number at 1:2'],
    ['[+1]', 'number at 1:2'],
    ['[1.]', 'number at 1:2'],
    ['[NaN]', 'expectedValue at 1:2'],
    ['[1, 12345678901234567890]', 'lostNumber at 1:5'],
    ['{ "a": 1e400 }', 'lostNumber at 1:8'],
    ['[truely]', 'expectedValue at 1:2'],
    ["['a']", 'expectedValue at 1:2'],
    ['["a', 'stringOpen at 1:2'],
    ['["a\n"]', 'stringOpen at 1:2'],
    ['["a\tb"]', 'controlCharacter at 1:4'],
    ['["\\x"]', 'escape at 1:3'],
    ['{ "a": 1, "a": 2 }', 'duplicateName at 1:11'],
    ['{} {}', 'trailing at 1:4'],
    [`${'['.repeat(100)}`, 'depth at 1:66'],
    ['{ "a": [1, { "b": null }] }', 'none'],
  ])('%j: %s', (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  it('agrees with JSON.parse', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '1',
      '-0.5e1',
      'true',
      'null',
      ' ',
      '\n',
      '"\\u00e9"',
      '\\',
      '"',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        const { fault } = readJsonText(text);
        expect(fault?.kind === 'duplicateName' || isJson(text) === !fault).toBe(true);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
