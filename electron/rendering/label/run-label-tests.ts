import type { Label } from '#contract/api-v3/label.ts';
import type { LabelTest } from '#contract/api-v3/label-test.ts';
import type { FieldError } from '#contract/problem.ts';
import type { CounterReading, PrintValues } from '../dynamic-text/print-values.ts';
import { changingTexts, labelContent } from './label-content.ts';
import type { LabelContent } from './label-content.ts';
import { locateObjects } from '../document/locate-objects.ts';

/**
 * Runs the tests of a label. `values` are the current values, which each test overrides with its own. Returns one error for every object
 * that shows another text than expected, with its pointer into the test.
 */
export function runLabelTests(label: Label, values: PrintValues): FieldError[] {
  const { labelTests = [] } = label;
  if (labelTests.length === 0) return [];
  const content = labelContent(label);
  const places = placesOf(label);
  return labelTests.flatMap((test, index) => {
    const shown = textsOf(content, valuesOf(test, values));
    return Object.entries(test.expect).flatMap(([object, expected]) => {
      const detail = faultOf(places.get(object), shown, { object, expected, test });
      return detail === undefined ? [] : [{ pointer: `/labelTests/${index}/expect/${pointerPart(object)}`, detail }];
    });
  });
}

/** The texts that the objects of a label show in a test, by pointer; objects that show nothing are omitted. */
export function textsInTest(label: Label, test: LabelTest, values: PrintValues): ReadonlyMap<string, string> {
  return textsOf(labelContent(label), valuesOf(test, values));
}

interface Expectation {
  object: string;
  expected: string | null;
  test: LabelTest;
}

/** Pointers of the objects, by the names and pointers that a test may use. */
function placesOf(label: Label): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  for (const { pointer, object } of locateObjects(label)) {
    places.set(pointer, [pointer]);
    if (object.name !== undefined && object.name !== '') places.set(object.name, [...(places.get(object.name) ?? []), pointer]);
  }
  return places;
}

function textsOf(content: LabelContent, values: PrintValues): ReadonlyMap<string, string> {
  return new Map([...content.unchanging, ...changingTexts(content, values)].map(({ pointer, text }) => [pointer, text]));
}

function valuesOf({ at, row, variables = {}, counters = {} }: LabelTest, values: PrintValues): PrintValues {
  const reading = (name: string, value: number): CounterReading => ({ width: 0, padding: '0', ...values.counters.get(name), value });
  return {
    ...values,
    moment: { ...values.moment, epochMs: Date.parse(at) },
    variables: new Map([...values.variables, ...byStoredName(variables)]),
    counters: new Map([
      ...values.counters,
      ...byStoredName(counters).map(([name, value]): [string, CounterReading] => [name, reading(name, value)]),
    ]),
    row: row && new Map(Object.entries(row)),
  };
}

/** Keys normalized to NFC, the form of names in dynamic text. */
function byStoredName<Value>(values: Record<string, Value>): [string, Value][] {
  return Object.entries(values).map(([name, value]) => [name.normalize('NFC'), value]);
}

function faultOf(
  pointers: readonly string[] | undefined,
  shown: ReadonlyMap<string, string>,
  { object, expected, test }: Expectation,
): string | undefined {
  const [pointer, other] = pointers ?? [];
  if (pointer === undefined) return `The label has no object "${object}"`;
  if (other !== undefined) return `Several objects are called "${object}": name it by its pointer`;
  const text = shown.get(pointer);
  if (text === (expected ?? undefined)) return undefined;
  const is = text === undefined ? 'shows nothing' : `shows "${text}"`;
  return `${object} ${is}, not ${expected === null ? 'nothing' : `"${expected}"`}, when it is printed at ${test.at}`;
}

/** Escapes a name for a JSON pointer (RFC 6901). */
function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
