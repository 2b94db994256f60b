import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { counterSchema, type Counter } from '#contract/api-v3/counter.ts';
import { counterAfterPrint, counterPreview } from '#rendering/dynamic-text/counter-preview.ts';
import { counterFault } from '#rendering/dynamic-text/counter-text.ts';

/** The values of a counter, computed print by print. */
function countThrough(counter: Counter, prints: number, start: number): number[] {
  const shown: number[] = [];
  let { value } = counter;
  let repeated = start;
  for (let print = 0; print < prints; print++) {
    shown.push(value);
    repeated += 1;
    if (repeated < counter.repeat) continue;
    repeated = 0;
    value += counter.step;
    if (value > counter.maxValue) value = counter.minValue;
    else if (value < counter.minValue) value = counter.maxValue;
  }
  return shown;
}

describe('the preview of a counter', () => {
  it('shows the first, the next, the last, and the first after the wrap', () => {
    const counter = counterSchema.parse({ value: 8, minValue: 1, maxValue: 9, repeat: 2, width: 3 });
    expect(counterPreview(counter, { prints: 7, repeated: 1 })).toEqual({
      prints: 7,
      first: { print: 1, value: 8, text: '008' },
      next: [
        { print: 2, value: 9, text: '009' },
        { print: 3, value: 9, text: '009' },
        { print: 4, value: 1, text: '001' },
        { print: 5, value: 1, text: '001' },
      ],
      last: { print: 7, value: 2, text: '002' },
      wrap: { print: 4, value: 1, text: '001' },
    });
  });

  it('shows a wrap after the last print', () => {
    const counter = counterSchema.parse({ value: 1, minValue: 1, maxValue: 999_999_999_999, width: 12 });
    const { last, wrap } = counterPreview(counter, { prints: 1_000_000_000, repeated: 0 });
    expect({ last, wrap }).toEqual({
      last: { print: 1_000_000_000, value: 1_000_000_000, text: '001000000000' },
      wrap: { print: 1_000_000_000_000, value: 1, text: '000000000001' },
    });
  });

  it('has no wrap beyond the safe integers', () => {
    expect(counterPreview(counterSchema.parse({ repeat: 10 }), { prints: 1, repeated: 0 }).wrap).toBeNull();
  });

  it('writes every print in the format of the counter', () => {
    const counter = counterSchema.parse({ value: 25, maxValue: 26, format: 'alpha', width: 2 });
    const { first, next } = counterPreview(counter, { prints: 3, repeated: 0 });
    expect([first, ...next].map(({ text }) => text)).toEqual(['AZ', 'BA', 'AA']);
  });

  it('equals counting print by print', () => {
    const settings = fc.record({
      minValue: fc.integer({ min: -20, max: 20 }),
      range: fc.integer({ min: 0, max: 30 }),
      at: fc.nat(30),
      step: fc.integer({ min: -40, max: 40 }).filter((step) => step !== 0),
      repeat: fc.integer({ min: 1, max: 4 }),
      repeated: fc.nat(3),
      prints: fc.integer({ min: 1, max: 200 }),
    });
    fc.assert(
      fc.property(settings, ({ minValue, range, at, step, repeat, repeated, prints }) => {
        const value = minValue + (at % (range + 1));
        const counter = counterSchema.parse({ value, minValue, maxValue: minValue + range, step, repeat });
        const start = repeated % repeat;
        const counted = countThrough(counter, prints, start);
        const { first, next, last } = counterPreview(counter, { prints, repeated: start });
        expect([...[first, ...next].map((print) => print.value), last.value]).toEqual([...counted.slice(0, 5), counted.at(-1)]);
      }),
    );
  });
});

describe('counterFault', () => {
  it.each([
    ['letters', { format: 'alpha' }, undefined],
    ['a list that has every value', { format: '{#5;A;B}', minValue: 5, maxValue: 6 }, undefined],
    [
      'digits with what a text would escape',
      { format: '#ab;}' },
      { key: 'format', detail: 'Nothing may follow a format (at character 5)' },
    ],
    [
      'a name that there is not',
      { format: 'roman' },
      { key: 'format', detail: expect.stringContaining('There is no format "roman"') as string },
    ],
    [
      'a list that is not closed',
      { format: '{A;B' },
      { key: 'format', detail: expect.stringContaining('The list is not closed') as string },
    ],
    ['more after a list', { format: '{A;B};' }, { key: 'format', detail: expect.stringContaining('Nothing may follow') as string }],
    ['a code', { format: '{A;{YEAR}}' }, { key: 'format', detail: expect.stringContaining('A list cannot contain codes') as string }],
    [
      'a maximum beyond the list',
      { format: '{A;B}', minValue: 1 },
      { key: 'maxValue', detail: 'is not in the list of the format, which goes from 1 to 2' },
    ],
    [
      'a minimum before the list',
      { format: '{A;B}', maxValue: 2 },
      { key: 'minValue', detail: 'is not in the list of the format, which goes from 1 to 2' },
    ],
  ])('of %s', (_, settings, fault) => {
    expect(counterFault({ minValue: 0, maxValue: 100, ...settings })).toEqual(fault);
  });
});

describe('a counter after one print', () => {
  it('equals counting print by print', () => {
    const settings = fc.record({
      minValue: fc.integer({ min: -5, max: 5 }),
      range: fc.nat(8),
      step: fc.integer({ min: -9, max: 9 }).filter((step) => step !== 0),
      repeat: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(settings, ({ minValue, range, step, repeat }) => {
        const counter = counterSchema.parse({ value: minValue, minValue, maxValue: minValue + range, step, repeat });
        const shown: number[] = [];
        let state = { counter, repeated: 0 };
        for (let print = 0; print < 40; print++) {
          shown.push(state.counter.value);
          state = counterAfterPrint(state);
        }
        expect(shown).toEqual(countThrough(counter, 40, 0));
      }),
    );
  });
});
