import type { LabelTest } from '#contract/api-v3/label-test.ts';
import type { Label } from '#contract/api-v3/label.ts';
import { epochOf, localTime } from '#rendering/calendar/zone.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { labelNeeds } from '#rendering/label/label-needs.ts';
import { readTime, timeText } from '../formats/time-of-day.ts';
import { runTest, testObjects } from './label-test-objects.ts';

/** Where a test's values are stored. */
export type GivenKind = 'row' | 'variables' | 'counters';

/** A value that a test provides. */
export interface GivenValue {
  kind: GivenKind;
  name: string;
}

/** A date and time of day, as typed. */
export interface TestMoment {
  day: string;
  time: string;
}

/** The test's moment in the controller's time zone. */
export function splitTestMoment(at: string, timeZone: string): TestMoment {
  const { year, month, day, hour, minute } = localTime(Date.parse(at), timeZone);
  const digits = (value: number, width: number): string => String(value).padStart(width, '0');
  return { day: `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`, time: timeText(hour * 60 + minute) };
}

/** The moment in a test's format; undefined if the date or time is invalid. */
export function joinTestMoment({ day, time }: TestMoment, timeZone: string): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/u.exec(day) ?? [];
  const minutes = readTime(time);
  if (year === undefined || minutes === undefined) return undefined;
  const clock = { hour: Math.floor(minutes / 60), minute: minutes % 60, second: 0 };
  return new Date(epochOf({ year: Number(year), month: Number(month), day: Number(date), ...clock }, timeZone)).toISOString();
}

/** A new test of what the first object shows now; undefined for a label that shows no texts. */
export function newTest(label: Label, values: PrintValues): LabelTest | undefined {
  const [object] = testObjects(label);
  if (!object) return undefined;
  const at = new Date(values.moment.epochMs - (values.moment.epochMs % 60_000)).toISOString();
  const row = values.row && Object.fromEntries(labelNeeds(label).columns.map((column) => [column, values.row?.get(column) ?? '']));
  const test: LabelTest = { at, ...(row && Object.keys(row).length > 0 && { row }), expect: { [object.key]: null } };
  return filledIn(label, test, values);
}

/** The test with the current content of its objects as the expectation. */
export function filledIn(label: Label, test: LabelTest, values: PrintValues): LabelTest {
  const outcomes = runTest(label, test, values);
  const expect = Object.entries(test.expect).map(([key, expected]) => {
    const shown = outcomes.get(key)?.shown;
    return [key, shown === undefined ? expected : shown] as const;
  });
  return { ...test, expect: Object.fromEntries(expect) };
}

/** The test with another object, expected as it shows now. */
export function withObject(label: Label, test: LabelTest, { key, values }: { key: string; values: PrintValues }): LabelTest {
  const shown = runTest(label, { ...test, expect: { [key]: null } }, values).get(key)?.shown ?? null;
  return { ...test, expect: { ...test.expect, [key]: shown } };
}

/** The test without one of its objects; undefined if it was the last one. */
export function withoutObject(test: LabelTest, key: string): LabelTest | undefined {
  const rest = Object.entries(test.expect).filter(([name]) => name !== key);
  return rest.length === 0 ? undefined : { ...test, expect: Object.fromEntries(rest) };
}

/** The values that the label needs and the test does not provide. */
export function missingValues(label: Label, test: LabelTest): GivenValue[] {
  const needs = labelNeeds(label);
  const wanted = { row: needs.columns, variables: needs.variables, counters: needs.counters };
  return (Object.keys(wanted) as GivenKind[]).flatMap((kind) =>
    wanted[kind].filter((name) => !Object.hasOwn(test[kind] ?? {}, name)).map((name) => ({ kind, name })),
  );
}

/** The values that the test provides. */
export function givenValues(test: LabelTest): (GivenValue & { value: string | number })[] {
  return (['row', 'variables', 'counters'] as const).flatMap((kind) =>
    Object.entries(test[kind] ?? {}).map(([name, value]) => ({ kind, name, value })),
  );
}

/** The test with an additional value; by default the current one. */
export function withValue(test: LabelTest, { kind, name }: GivenValue, value: string | number): LabelTest {
  return { ...test, [kind]: { ...test[kind], [name]: value } };
}

/** The test without a value. Empty containers are removed. */
export function withoutValue(test: LabelTest, { kind, name }: GivenValue): LabelTest {
  const rest = Object.entries(test[kind] ?? {}).filter(([other]) => other !== name);
  const { [kind]: _, ...others } = test;
  return rest.length === 0 ? others : { ...others, [kind]: Object.fromEntries(rest) };
}

/** The current value, as the initial value of a test. */
export function presentValue({ kind, name }: GivenValue, values: PrintValues): string | number {
  if (kind === 'counters') return values.counters.get(name)?.value ?? 0;
  return (kind === 'row' ? values.row : values.variables)?.get(name) ?? '';
}
