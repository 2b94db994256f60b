import { describe, expect, it } from 'vitest';
import type { Label } from '#contract/api-v3/label.ts';
import { labelSchema } from '#contract/api-v3/label.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import {
  labelMessageOf,
  messageFormOf,
  nameFault,
  newRow,
  pointersIn,
  rowsFor,
  suppliers,
  valueOf,
} from '#renderer/domain/device-messages/message-form.ts';

const text = (name: string, content: string) => ({ type: 'Text', name, x: 1, y: 1, text: content, font: { family: 'Arimo', height: 2 } });
const LABEL: Label = labelSchema.parse({
  ...{ format: 3, width: 40, height: 20 },
  objs: [
    text('Lot', 'L {VARIABLE;Lot}'),
    text('Twin', 'a'),
    text('Twin', 'b'),
    { type: 'Rect', name: 'Frame', x: 0, y: 0, width: 5, height: 5, lineWidth: 0.2 },
    { ...text('', 'nameless') },
  ],
});
const VALUES: PrintValues = {
  moment: { epochMs: 0, timeZone: 'UTC' },
  variables: new Map([['Lot', 'A7']]),
  counters: new Map(),
  row: undefined,
};
const MESSAGE = { message: 'BBE', fields: { LOT: { object: 'Lot' }, NOTE: { text: '{VARIABLE;Lot}!' } } };

it('a message is the same after it was opened in a form', () => {
  expect(labelMessageOf(messageFormOf(MESSAGE))).toEqual(MESSAGE);
});

it('spaces around names are not part of them', () => {
  expect(labelMessageOf({ message: ' BBE ', rows: [newRow(' LOT ', 'Lot')] })).toEqual({
    message: 'BBE',
    fields: { LOT: { object: 'Lot' } },
  });
});

it('only objects with a name of their own and a text can fill a field', () => {
  expect(suppliers(LABEL)).toEqual(['Lot']);
});

it('the fields of a message that the device lists get the objects of the same name', () => {
  const rows = rowsFor({ name: 'BBE', fields: ['LOT', 'DATE'] }, ['Lot']);
  expect(rows.map(({ field, object }) => [field, object])).toEqual([
    ['LOT', 'Lot'],
    ['DATE', ''],
  ]);
  expect(rowsFor({ name: 'BBE' }, ['Lot'])).toEqual([]);
});

it('a field needs a name that no other has', () => {
  const rows = [newRow('LOT'), newRow(' LOT '), newRow(' '), newRow('DATE')];
  expect(rows.map((row) => nameFault(row, rows))).toEqual(['twice', 'twice', 'missing', undefined]);
});

it('faults are found at their fields, whatever the names contain', () => {
  const { own, message, field } = pointersIn('A/B');
  expect([own, message, field(newRow('C~D'))]).toEqual(['/A~1B', '/A~1B/message', '/A~1B/fields/C~0D']);
});

describe('the value of a field', () => {
  const typed = (source: string) => ({ ...newRow('F'), kind: 'text' as const, text: source });

  it.each([
    ['an object', newRow('F', 'Lot'), { text: 'L A7' }],
    ['a text', typed('{VARIABLE;Lot}!'), { text: 'A7!' }],
    ['nothing that is chosen yet', newRow('F'), undefined],
    ['an object that is not there', newRow('F', 'Absent'), { fault: 'the label has no object "Absent"' }],
    ['an object without a text', newRow('F', 'Frame'), { fault: 'the object "Frame" has no text' }],
  ])('of %s', (_, row, expected) => {
    expect(valueOf(LABEL, row, VALUES)).toEqual(expected);
  });

  it('says what a text lacks', () => {
    expect(valueOf(LABEL, typed('{VARIABLE;Other}'), VALUES)).toEqual({ fault: expect.stringContaining('Other') as string });
  });
});
