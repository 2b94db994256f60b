import { describe, expect, it } from 'vitest';
import { PRESET_CONNECTIONS } from '#contract/api-v3/reader-presets.ts';
import { ScriptTimeoutError } from '#controller/platform/time-limited-script.ts';
import {
  EndlessLineError,
  MAX_LINE,
  ReaderLines,
  ReaderLineSplitter,
  ReaderPatternError,
  triggerBytes,
} from '#controller/verification/reader-lines.ts';

describe('lines of a reader', () => {
  it.each([
    ['AUTO', 'A\r\nB\rC\n\r\nD\n', ['A', 'B', 'C', 'D']],
    ['CR', 'A\r\nB\r\n', ['A', 'B']],
    ['LF', 'A\r\nB\n', ['A', 'B']],
    ['CRLF', 'A\rB\r\nC\r\n', ['A\rB', 'C']],
    ['STX-ETX', 'noise\x02A\x03\r\n\x02B\r\n\x03\x02cut\x02C\x03', ['A', 'B', 'C']],
  ] as const)('end with %s, however the bytes are split', (terminator, sent, lines) => {
    for (const size of [1, 2, 3, 100]) {
      const splitter = new ReaderLineSplitter(terminator);
      const bytes = Buffer.from(sent);
      const found: string[] = [];
      for (let at = 0; at < bytes.length; at += size) found.push(...splitter.push(bytes.subarray(at, at + size)));
      expect(found).toEqual(lines);
    }
  });

  it('keep the separator of GS1 codes', () => {
    expect([...new ReaderLineSplitter('CR').push(Buffer.from('10L1\u001d2142\r'))]).toEqual(['10L1\u001d2142']);
  });

  it('have a longest length', () => {
    const splitter = new ReaderLineSplitter('CR');
    expect(() => [...splitter.push(Buffer.alloc(MAX_LINE + 1, 'x'))]).toThrow(EndlessLineError);
  });
});

describe('a line', () => {
  const lines = (connection: Partial<ConstructorParameters<typeof ReaderLines>[0]>) =>
    new ReaderLines({ noReadTexts: ['NOREAD'], ignoredTexts: [], ...connection });

  it('is the code itself without a pattern', () => {
    expect(lines({}).read('ABC')).toEqual({ kind: 'result', line: 'ABC', code: 'ABC' });
  });

  it('may say that nothing was read, in any case', () => {
    expect(lines({}).read(' noread')).toEqual({ kind: 'no-read', line: ' noread' });
  });

  it('is taken apart by the pattern', () => {
    const withGrade = lines({ pattern: '^(?<id>\\d+);(?<code>[^;]*);(?<grade>.*)$' });
    expect(withGrade.read('17;ABC;B')).toEqual({ kind: 'result', line: '17;ABC;B', code: 'ABC', grade: 'B' });
    expect(withGrade.read('17;NOREAD;F')).toEqual({ kind: 'no-read', line: '17;NOREAD;F' });
    expect(withGrade.read('garbage')).toEqual({ kind: 'result', line: 'garbage', code: undefined });
  });

  it('is ignored when it answers a trigger', () => {
    const { noReadTexts, ignoredTexts } = PRESET_CONNECTIONS['sick'];
    const sick = lines({ noReadTexts, ignoredTexts });
    expect([sick.read('sAN mTCgateon 1'), sick.read('NoRead')?.kind]).toEqual([undefined, 'no-read']);
  });

  it('cannot hold up the controller by a pattern with endless possibilities', () => {
    const slow = lines({ pattern: '^(?<code>(a+)+)$' });
    expect(() => slow.read(`${'a'.repeat(60)}b`)).toThrow(ScriptTimeoutError);
    expect(slow.read('aaa')).toMatchObject({ code: 'aaa' });
  });
});

describe('a pattern', () => {
  it.each(['(?<grade>.)', '(?<code>['])('%s is refused', (pattern) => {
    expect(() => new ReaderLines({ noReadTexts: [], ignoredTexts: [], pattern })).toThrow(ReaderPatternError);
  });
});

describe('a trigger text', () => {
  it('holds control characters', () => {
    expect(triggerBytes(PRESET_CONNECTIONS['sick'].triggerText ?? '')).toEqual(Buffer.from('\x02sMN mTCgateon\x03'));
  });
});
