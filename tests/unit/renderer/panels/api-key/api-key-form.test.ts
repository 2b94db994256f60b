import { describe, expect, it } from 'vitest';
import { isComplete, newKeyForm, rightsOfForm, useOfScopes } from '#renderer/panels/api-key/api-key-form.ts';

const SOME = { isAll: false, chosen: ['Line 1'] };
const NONE = { isAll: false, chosen: [] };

describe('the form of a new API key', () => {
  it('begins with what a PLC or MES that prints needs', () => {
    expect([isComplete(newKeyForm()), rightsOfForm(newKeyForm())]).toEqual([true, { scopes: ['read', 'print'] }]);
  });

  it('limits a key to printers and a last day', () => {
    const form = { ...newKeyForm(), printers: SOME, hasEnd: true, lastDay: '2027-01-31' };
    expect(rightsOfForm(form)).toEqual({ scopes: ['read', 'print'], printers: ['Line 1'], expires: '2027-01-31' });
  });

  it('limits no key that may administer to printers, nor one without an end to a day', () => {
    const form = { ...newKeyForm(), scopes: ['admin' as const], printers: SOME, lastDay: '2027-01-31' };
    expect(rightsOfForm(form)).toEqual({ scopes: ['admin'] });
    expect(isComplete({ ...form, printers: NONE })).toBe(true);
  });

  it.each([{ scopes: [] }, { printers: NONE }, { hasEnd: true }])('is incomplete with %j', (change) => {
    expect(isComplete({ ...newKeyForm(), ...change })).toBe(false);
  });

  it('names the use of scopes in any order', () => {
    expect(useOfScopes(['print', 'read'])).toBe('printing');
    expect(useOfScopes(['read'])).toBe('reading');
    expect(useOfScopes(['admin', 'approve', 'print', 'edit', 'read'])).toBe('administrator');
    expect([useOfScopes([]), useOfScopes(['print'])]).toEqual(['other', 'other']);
  });
});
