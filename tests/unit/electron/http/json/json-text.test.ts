import { describe, expect, it } from 'vitest';
import { ProblemError, type Problem } from '#contract/problem.ts';
import { isDeeperThan, JSON_DEPTH_LIMIT, readJson } from '#http/json/json-text.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function refusal(text: string | Uint8Array): Problem {
  try {
    readJson(typeof text === 'string' ? bytes(text) : text);
  } catch (error) {
    if (error instanceof ProblemError) return error.toProblem();
    throw error;
  }
  throw new Error('nothing was refused');
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('reading a JSON body', () => {
  it('reads what JSON.parse reads', () => {
    expect(readJson(bytes('{"a":[1,"é",null,{"b":true}]}'))).toEqual({ a: [1, 'é', null, { b: true }] });
  });

  it('drops a byte order mark', () => {
    expect(readJson(new Uint8Array([0xef, 0xbb, 0xbf, ...bytes('{}')]))).toEqual({});
  });

  it.each([
    ['{"a":x}', 'Line 1, column 6: "x" is not expected here.'],
    ['{\n  "a": 1,\n}', 'Line 3, column 1: "}" is not expected here.'],
    ['[1, 2', 'Line 1, column 6: the end of the body is not expected here.'],
    ['', 'Line 1, column 1: the end of the body is not expected here.'],
    ['{"a" 1}', 'Line 1, column 6: "1" is not expected here.'],
    ['{"a":1} x', 'Line 1, column 9: "x" is not expected here.'],
    ['"a\\q"', 'Line 1, column 3: "\\\\" is not expected here.'],
    ['"a\tb"', 'Line 1, column 3: "\\t" is not expected here.'],
    ['[01]', 'Line 1, column 3: "1" is not expected here.'],
    ['[1,]', 'Line 1, column 4: "]" is not expected here.'],
    ['NaN', 'Line 1, column 1: "N" is not expected here.'],
  ])('says where %j stops being JSON', (text, detail) => {
    expect(refusal(text)).toMatchObject({ status: 400, type: 'urn:strobe:problem:malformed-json', detail });
  });

  it('E15 refuses bytes that are not UTF-8', () => {
    expect(refusal(new Uint8Array([0x22, 0xff, 0x22]))).toMatchObject({ status: 400, detail: 'The body is not UTF-8.' });
  });

  it('accepts the deepest allowed nesting and refuses the next level', () => {
    expect(() => readJson(bytes(nested(JSON_DEPTH_LIMIT)))).not.toThrow();
    expect(refusal(nested(JSON_DEPTH_LIMIT + 1))).toMatchObject({ status: 400, type: 'urn:strobe:problem:invalid-input' });
  });

  it('E13 refuses 100 000 nested arrays, closed or not', () => {
    expect(refusal(nested(100_000)).status).toBe(400);
    expect(refusal('['.repeat(100_000)).status).toBe(400);
    expect(refusal('{"a":'.repeat(100_000)).status).toBe(400);
  });

  it('counts no brackets inside strings', () => {
    expect(isDeeperThan(JSON.stringify(['[[[["[[\\', '{{{']), 1)).toBe(false);
    expect(isDeeperThan('["\\"", [["a"]]]', 2)).toBe(true);
  });

  it.each(['{"objs":[{"__proto__":{"x":1}}]}', '{"objs":[{"\\u005f_proto\\u005F_":{"x":1}}]}'])(
    'E14 refuses a __proto__ key in %s',
    (text) => {
      expect(refusal(text).errors).toEqual([{ pointer: '/objs/0/__proto__', detail: 'is a key that is not allowed' }]);
    },
  );

  it('E14 keeps the other names of prototypes as plain keys, and __proto__ as a value', () => {
    const text = '{"constructor":1,"prototype":2,"toString":"__proto__","hasOwnProperty":4}';
    expect(JSON.stringify(readJson(bytes(text)))).toBe(text);
  });

  it.each([
    ['{"objs":[{"text":"a\\uD800b"}]}', '/objs/0/text', 'contains an unpaired surrogate'],
    ['"\\udc00"', '', 'contains an unpaired surrogate'],
    ['{"a":{"\\uD83D":1}}', '/a/\ud83d', 'is a key with an unpaired surrogate'],
  ])('E15 refuses an unpaired surrogate: %s', (text, pointer, detail) => {
    expect(refusal(text).errors).toEqual([{ pointer, detail }]);
  });

  it('E15 accepts a surrogate pair, also escaped', () => {
    expect(readJson(bytes('{"a":"\\uD83D\\uDE00"}'))).toEqual({ a: '\u{1F600}' });
  });

  it.each([
    [
      '{"objs":[{},{"a/b":[0,1e400]}]}',
      '/objs/1/a~1b/1',
      'is the number 1e400, which cannot be stored exactly: it is too large; write it as text',
    ],
    ['-1e309', '', 'is the number -1e309, which cannot be stored exactly: it is too large; write it as text'],
    [
      '{"c":{"d":","},"a":{"\\u0062":[[],"[{",true,12345678901234567890]}}',
      '/a/b/3',
      'is the number 12345678901234567890, which cannot be stored exactly: it would become 12345678901234567000; write it as text',
    ],
    [
      '{ "a": -9007199254740993 }',
      '/a',
      'is the number -9007199254740993, which cannot be stored exactly: it would become -9007199254740992; write it as text',
    ],
    [
      `{"a":1${'0'.repeat(400)}}`,
      '/a',
      `is the number 1${'0'.repeat(39)}…, which cannot be stored exactly: it is too large; write it as text`,
    ],
  ])('E15 refuses a number that would change its value: %s', (text, pointer, detail) => {
    expect(refusal(text)).toMatchObject({ status: 400, errors: [{ pointer, detail }] });
  });

  it('E15 accepts every other number, and digits in texts', () => {
    const text =
      '{"a":[9007199254740991,-9007199254740992,12345678901234567000,1e+21,0.1,1.7976931348623157e+308,5e-324],"(00)":"395212345100000012 1e400"}';
    expect(JSON.stringify(readJson(bytes(text)))).toBe(text);
    expect(readJson(bytes('[": 12345678901234567890", 0.12345678901234567, 1e300]'))).toEqual([
      ': 12345678901234567890',
      0.12345678901234566,
      1e300,
    ]);
  });

  it('E15 lets the last one of equal keys count', () => {
    expect(readJson(bytes('{"a":1,"a":2}'))).toEqual({ a: 2 });
  });
});
