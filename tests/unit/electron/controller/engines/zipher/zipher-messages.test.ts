import { describe, expect, it } from 'vitest';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import { CoderFaultError } from '#controller/engines/coders/coder.ts';
import { confirmed, frameLine, listed, numbered, question } from '#controller/engines/zipher/zipher-messages.ts';
import { stateOf, STATUS } from '#controller/engines/zipher/zipher-status.ts';
import { encodeValue, findMessageFault } from '#controller/engines/zipher/zipher-text.ts';
import { worded } from '#support/worded.ts';

const bytesOf = (...parts: string[]): string => Buffer.from(question(confirmed(...parts)).bytes).toString('latin1');

describe('lines of the Zipher text protocol', () => {
  it.each([
    [['SCB'], 'SCB\r'],
    [['SHO', 'code'], 'SHO|code|\r'],
    [['SID', '17', 'A1', 'B2'], 'SID|17|A1|B2|\r'],
    [['SNO', 'PRC', '1'], 'SNO|PRC|1|\r'],
    [['SLA', 'BBE'], 'SLA|BBE|\r'],
  ])('%j', (parts, line) => {
    expect(bytesOf(...parts)).toBe(line);
  });

  it.each([
    ['ACK\rERR', { length: 4, message: 'ACK' }],
    ['ACK\r\n', { length: 4, message: 'ACK' }],
    ['\nACK', { length: 1 }],
    ['ACK', undefined],
  ])('frames %j', (received, frame) => {
    expect(frameLine(Buffer.from(received))).toEqual(frame);
  });

  it('reads confirmations and refusals, and nothing else as one of them', () => {
    const { read } = question(confirmed('SCB'));
    expect(read('ACK')).toBe(true);
    expect(read('ERR')).toBeInstanceOf(CoderFaultError);
    expect(read('NACK')).toEqual(new CoderFaultError(statusError('coder-refused-command', { command: 'SCB' })));
    expect([read('ACKN'), read('PRC'), read('STS|3|'), read('')]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it.each([
    ['SLR|17|', 17],
    ['SLR|x|', undefined],
    ['SLR||', undefined],
    ['SLR', undefined],
    ['SRC|17|', undefined],
    ['SLR|9999999999999999999|', undefined],
  ])('reads %j as a number', (line, number) => {
    expect(question(numbered('SLR')).read(line)).toBe(number);
  });

  it('reads lists whose length is right', () => {
    const { read } = question(listed(['GJF', 'BBE'], 'JFL'));
    expect(read('JFL|2|Date|Code|')).toEqual(['Date', 'Code']);
    expect(read('JFL|0|')).toEqual([]);
    expect([read('JFL|2|Date|'), read('JFL|2|Date|Code'), read('JBL|1|Date|'), read('JFL|x|')]).toEqual(Array(4).fill(undefined));
    expect(question(listed(['GFT'], 'FLT', 3)).read('FLT|1|4017|0|Ribbon out|')).toEqual(['4017', '0', 'Ribbon out']);
  });
});

describe('the status of a Zipher device', () => {
  const { read } = question(STATUS);

  it('has state, fault, job and counts', () => {
    expect(read('STS|3|1|BBE|12|5200|')).toEqual({ overall: 3, isFaulty: false, job: 'BBE', total: 5_200 });
    expect(read('STS|4|2||0|0|')).toEqual({ overall: 4, isFaulty: true, job: '', total: 0 });
  });

  it.each(['STS|3|', 'STS|3|0|BBE|12|', 'STS|5|0|BBE|1|2|', 'STS|3|3|BBE|1|2|', 'STS|3|0|BBE|x|2|', 'STS|3|0|BBE|1|2'])(
    'is not %j',
    (line) => {
      expect(read(line)).toBeUndefined();
    },
  );

  it.each([
    [0, 'STANDBY', ['The coder is shut down: start it at its panel.']],
    [1, 'STARTING', []],
    [2, 'STANDBY', ['The coder is shutting down.']],
    [3, 'STARTED', []],
    [4, 'STANDBY', []],
  ])('%j is %s', (overall, state, errors) => {
    expect(worded(stateOf({ overall, isFaulty: false, job: '', total: 0 }, []))).toEqual({ state, errors });
  });

  it('names its faults, or says that it has one', () => {
    const status = { overall: 3, isFaulty: true, job: '', total: 0 };
    expect(worded(stateOf(status, ['1', '0', 'A', '2', '1', 'B']).errors)).toEqual([
      'The coder reports fault 1: A.',
      'The coder reports fault 2: B.',
    ]);
    expect(worded(stateOf(status, []).errors)).toEqual(['The coder reports a fault: see its panel.']);
  });
});

describe('texts for a Zipher device', () => {
  const faultOf = (fields: Record<string, string>, message = 'BBE') => findMessageFault({ message, fields });

  it('are ASCII, with the separator of GS1 codes by its number', () => {
    expect(faultOf({ Code: '(01)0401\u001D' })).toBeUndefined();
    expect(encodeValue('0101\u001D21')).toBe('0101~d02921');
  });

  it.each([
    [{ Code: 'a|b' }, 'The value of the field "Code" has a character that the coder cannot take: "|" (U+007C).'],
    [{ Code: 'a~1' }, 'The value of the field "Code" has a character that the coder cannot take: "~" (U+007E).'],
    [{ Code: 'a\rb' }, 'The value of the field "Code" has a character that the coder cannot take: U+000D.'],
    [{ Code: 'Grün' }, 'The value of the field "Code" has a character that the coder cannot take: "ü" (U+00FC).'],
    [{ Code: 'x'.repeat(256) }, 'The value of the field "Code" has more than 255 characters.'],
    [{ 'a=b': 'x' }, 'The name of the field "a=b" has a character that the coder cannot take: "=" (U+003D).'],
  ])('refuse %j', (fields, message) => {
    expect(faultOf(fields)).toBe(message);
  });

  it('refuse the name of a message', () => {
    expect(faultOf({ Code: 'x' }, 'a|b')).toContain('The name of the message "a|b" has a character that the coder cannot take');
    expect(faultOf({ Code: 'x' }, 'x'.repeat(101))).toContain('has more than 100 characters.');
  });
});
