import { describe, expect, it } from 'vitest';
import { findMessageFault, valueBlock } from '#controller/engines/codenet/codenet-values.ts';

describe('values for a Codenet coder', () => {
  it('are one block, in the order of their indexes', () => {
    const fields = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [String(11 - at), `v${11 - at}`]));
    expect(valueBlock(fields)).toBe('v1,v2,v3,v4,v5,v6,v7,v8,v9,v10,v11');
    expect(findMessageFault({ message: 'BBE', fields })).toBeUndefined();
  });

  it('may be empty next to others, and as long as a block', () => {
    expect(findMessageFault({ message: 'M'.repeat(50), fields: { 1: '', 2: '~ !'.padEnd(1_023) } })).toBeUndefined();
  });

  it.each([
    ['a message without fields', 'BBE', {}, 'The message "BBE" has no fields with values'],
    ['a field without an index', 'BBE', { 1: 'a', DATE: 'b' }, 'The field "DATE" has no index'],
    ['an index that is missing', 'BBE', { 1: 'a', 3: 'b' }, 'The field "2" is missing'],
    ['a comma', 'BBE', { 1: 'a', 2: '1,5' }, 'The field "2" has a comma'],
    ['a character beyond ASCII', 'BBE', { 1: 'Käse' }, 'The field "1" has the character "ä" (U+00E4)'],
    ['a control character', 'BBE', { 1: 'a\x04b' }, 'The field "1" has the character U+0004'],
    ['too long a block', 'BBE', { 1: 'x'.repeat(1_000), 2: 'y'.repeat(24) }, 'have 1025 characters together'],
    ['too long a value', 'BBE', { 1: 'x'.repeat(1_025) }, 'The field "1" has 1025 characters; the coder takes at most 1024.'],
    ['nothing at all', 'BBE', { 1: '' }, 'The field "1" is empty'],
    ['too long a name', 'M'.repeat(51), { 1: 'a' }, 'The name of the message has 51 characters'],
  ])('must not have %s', (...[, message, fields, fault]) => {
    expect(findMessageFault({ message, fields })).toContain(fault);
  });
});
