import { describe, expect, it } from 'vitest';
import { findMessageFault } from '#controller/engines/wsi/wsi-values.ts';
import { parseWsiStatus } from '#controller/engines/wsi/wsi-status.ts';
import { worded } from '#support/worded.ts';

describe('the status of a WSI coder', () => {
  it.each([
    ['0000001', { state: 'STARTED', errors: [], warnings: [], ink: 'OK' }],
    ['0000000', { state: 'STANDBY', errors: [], warnings: [], ink: 'OK' }],
    ['0000004', { state: 'ERROR', errors: ['The coder shows its red light: see its panel.'], warnings: [], ink: 'OK' }],
    ['0400002', { state: 'STARTED', errors: [], warnings: ['The service of the ink core is overdue.'], ink: 'OK' }],
    [
      '5100006',
      {
        state: 'ERROR',
        errors: [
          'The charge of the drops has an error.',
          'The gutter has a fault: ink does not return from the head.',
          'The pump has a fault.',
        ],
        warnings: [],
        ink: 'OK',
      },
    ],
    ['8000004', { state: 'ERROR', errors: ['The ink core is empty.'], warnings: [], ink: 'EMPTY' }],
    ['0000802', { state: 'STARTED', errors: [], warnings: ['There is not enough ink to fill the core.'], ink: 'LOW' }],
  ])('%s', (text, status) => {
    expect(worded(parseWsiStatus(text))).toEqual(status);
  });

  it('has a sentence for each bit', () => {
    const { errors = [] } = worded(parseWsiStatus('FFFFFF4')) ?? {};
    expect({ all: errors.length, different: new Set(errors).size }).toEqual({ all: 24, different: 24 });
  });

  it.each(['', '000001', '00000001', 'CODE', '000000G'])('is not %j', (text) => {
    expect(parseWsiStatus(text)).toBeUndefined();
  });
});

describe('values for a WSI coder', () => {
  it('may be as long as the protocol takes them', () => {
    expect(findMessageFault({ message: 'M'.repeat(30), fields: { SERIAL: 'x'.repeat(50) } })).toBeUndefined();
    expect(findMessageFault({ message: 'LOGO', fields: {} })).toBeUndefined();
  });

  it.each([
    ['too long a value', 'BBE', { SERIAL: 'x'.repeat(51) }, 'The field "SERIAL" has 51 characters; the coder takes at most 50.'],
    ['no value', 'BBE', { SERIAL: '' }, 'The field "SERIAL" is empty'],
    ['a line break', 'BBE', { SERIAL: 'a\nb' }, 'The field "SERIAL" has the character U+000A'],
    ['a character beyond ASCII', 'BBE', { SERIAL: 'Ω' }, 'The field "SERIAL" has the character "Ω" (U+03A9)'],
    ['a name that cannot be sent', 'BBE', { ÄNDERUNG: 'a' }, 'The name of the field "ÄNDERUNG" has the character "Ä"'],
    ['too long a message name', 'M'.repeat(31), {}, 'The name of the message has 31 characters'],
  ])('must not have %s', (...[, message, fields, fault]) => {
    expect(findMessageFault({ message, fields })).toContain(fault);
  });
});
