import { describe, expect, it } from 'vitest';
import { counterSchema, type Counter } from '#contract/api-v3/counter.ts';
import { stationContract } from '#contract/station/index.ts';
import type { Operation } from '#contract/station/operation.ts';
import { PERMISSIONS, type CommandAccess } from '#contract/station/permissions.ts';
import { NOT_TWO_PERSON, TWO_PERSON_KINDS, TWO_PERSON_OPERATIONS, TWO_PERSON_RULE_OPERATION } from '#contract/station/two-person.ts';
import { isSetBack, needsSecondPerson } from '#station/people/two-person-rule.ts';

const commands: ReadonlyMap<string, CommandAccess> = new Map(
  Object.entries(stationContract).flatMap(([noun, verbs]) =>
    Object.entries(verbs as Record<string, Operation>).flatMap(([verb, operation]) =>
      operation.kind === 'command' ? [[`${noun}.${verb}`, operation.access] as const] : [],
    ),
  ),
);
const listed: readonly string[] = Object.values(TWO_PERSON_OPERATIONS).flat();

describe('the commands of the two-person rule', () => {
  it('have every command that takes something away, or say why it needs no second person', () => {
    const takesAway = [...commands.keys()].filter((name) => /\.(remove|delete|discard|revoke|clear|cancel)/.test(name));
    const deletions: readonly string[] = TWO_PERSON_OPERATIONS.delete;
    expect(takesAway.sort()).toEqual([...deletions.filter((name) => name !== 'audit.setRetention'), ...Object.keys(NOT_TWO_PERSON)].sort());
  });

  it('are commands that need a permission, each of one kind only', () => {
    expect(new Set(listed).size).toBe(listed.length);
    for (const name of [...listed, TWO_PERSON_RULE_OPERATION])
      expect([name, [...PERMISSIONS, 'edit']]).toEqual([name, expect.arrayContaining([commands.get(name)])]);
  });

  it.each(TWO_PERSON_KINDS)('of %s need a second person while the kind is marked, and not otherwise', (kind) => {
    const others = TWO_PERSON_KINDS.filter((other) => other !== kind);
    for (const operation of TWO_PERSON_OPERATIONS[kind]) {
      const command = {
        operation,
        input: { kind: 'table', isFinished: true, counter: counterSchema.parse({ value: 1 }), expected: counterSchema.parse({ value: 2 }) },
      };
      expect([needsSecondPerson(command, [kind]), needsSecondPerson(command, others), needsSecondPerson(command, [])]).toEqual([
        true,
        false,
        false,
      ]);
    }
  });

  it.each([
    ['unsavedEdits.send', { kind: 'label' }],
    ['unsavedEdits.send', { kind: 'shiftCode' }],
    ['unsavedEdits.keep', { kind: 'label', isFinished: true }],
    ['unsavedEdits.keep', { kind: 'table', isFinished: false }],
  ])('do not include %s of %o', (operation, input) => {
    expect(needsSecondPerson({ operation, input }, TWO_PERSON_KINDS)).toBe(false);
  });

  it('include the change of the rule that requires it for fewer kinds', () => {
    const needs = (kinds: readonly string[]): boolean =>
      needsSecondPerson({ operation: TWO_PERSON_RULE_OPERATION, input: { kinds } }, ['delete', 'confirm-clock']);
    expect([needs([]), needs(['delete']), needs(['counter-back'])]).toEqual([true, true, true]);
    expect([needs(['delete', 'confirm-clock']), needs(['delete', 'confirm-clock', 'counter-back'])]).toEqual([false, false]);
    expect(needsSecondPerson({ operation: TWO_PERSON_RULE_OPERATION, input: { kinds: [] } }, [])).toBe(false);
  });
});

describe('a counter is set back', () => {
  const counter = (fields: Partial<Counter>): Counter => counterSchema.parse({ value: 500, maxValue: 999, ...fields });
  const change = (from: Partial<Counter>, to: Partial<Counter>): boolean => isSetBack({ counter: counter(to), expected: counter(from) });

  it.each<[string, Partial<Counter>, Partial<Counter>]>([
    ['a lower value', {}, { value: 499 }],
    ['a higher value of a counter that counts down', { step: -1 }, { step: -1, value: 501 }],
    ['the other direction', {}, { step: -1 }],
    ['an earlier end', {}, { maxValue: 500 }],
    ['an earlier end of a counter that counts down', { step: -1 }, { step: -1, minValue: 500 }],
  ])('by %s: %#', (_name, from, to) => {
    expect(change(from, to)).toBe(true);
  });

  it.each<[string, Partial<Counter>, Partial<Counter>]>([
    ['a higher value', {}, { value: 501 }],
    ['the same value with another text', {}, { description: 'Cases' }],
    ['a lower value of a counter that counts down', { step: -1 }, { step: -1, value: 499 }],
    ['a longer step', {}, { step: 2 }],
    ['a later end', {}, { maxValue: 9_999 }],
    ['another start', {}, { minValue: 100 }],
  ])('not by %s: %#', (_name, from, to) => {
    expect(change(from, to)).toBe(false);
  });

  it('by a change of a counter that cannot be read, and never by a new counter', () => {
    expect(isSetBack({ counter: counter({}), expected: { value: 'many' } })).toBe(true);
    expect(isSetBack({ counter: counter({ value: 0 }), expected: null })).toBe(false);
  });
});
