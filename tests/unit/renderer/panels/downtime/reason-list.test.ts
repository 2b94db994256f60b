import { describe, expect, it } from 'vitest';
import { downtimeReasonsSchema, type DowntimeReasons } from '#contract/api-v3/downtime.ts';
import { addReason, moveReason, reasonRows, removeReason, withKeys, withoutEmptyTexts } from '#renderer/panels/downtime/reason-list.ts';
import { keyText, reasonGroups } from '#renderer/panels/downtime/reason-texts.ts';

const REASONS = downtimeReasonsSchema.parse([
  { key: 'machine', texts: { en: 'Machine' } },
  { key: 'jam', group: 'machine', texts: { en: 'Jam', de: 'Produktstau' } },
  { key: 'breakdown', group: 'machine', texts: { en: 'Breakdown' } },
  { key: 'planned', texts: { en: 'Planned' }, isPlanned: true },
  { key: 'break', group: 'planned', texts: { en: 'Break' }, isPlanned: true },
]);
const keysOf = (reasons: DowntimeReasons) => reasons.map(({ key }) => key).join(' ');

describe('the list of reasons in the editor', () => {
  it('shows each group with what belongs to it, in the order of the list', () => {
    const mixed = [...REASONS.slice(0, 1), ...REASONS.slice(3), ...REASONS.slice(1, 3)];
    expect(reasonRows(mixed).map(({ reason, depth, isFirst, isLast }) => [reason.key, depth, isFirst, isLast])).toEqual([
      ['machine', 0, true, false],
      ['jam', 1, true, false],
      ['breakdown', 1, false, true],
      ['planned', 0, false, true],
      ['break', 1, true, true],
    ]);
  });

  it('moves a reason within its group, and a group with what belongs to it', () => {
    expect(keysOf(moveReason(REASONS, 'jam', 1))).toBe('machine breakdown jam planned break');
    const moved = moveReason(REASONS, 'planned', -1);
    expect(keysOf(moved)).toBe('planned break machine jam breakdown');
    expect(downtimeReasonsSchema.safeParse(moved).success).toBe(true);
  });

  it('moves nothing beyond the ends of its group', () => {
    expect(moveReason(REASONS, 'jam', -1)).toBe(REASONS);
    expect(moveReason(REASONS, 'break', 1)).toBe(REASONS);
  });

  it('adds a reason at the end of its group, planned where the group is', () => {
    const { reasons, added } = addReason(REASONS, 'planned');
    expect(reasons.at(-1)).toBe(added);
    expect(added).toMatchObject({ group: 'planned', isPlanned: true, isRetired: false, texts: { en: '' } });
    expect(keysOf(addReason(REASONS, 'machine').reasons)).toBe('machine jam breakdown new planned break');
  });

  it('removes a group with what belongs to it', () => {
    expect(keysOf(removeReason(REASONS, 'machine'))).toBe('planned break');
  });
});

describe('the keys of new reasons', () => {
  const stored = new Set(REASONS.map(({ key }) => key));
  const named = (reasons: DowntimeReasons, key: string, en: string) =>
    reasons.map((reason) => (reason.key === key ? { ...reason, texts: { en } } : reason));

  it('come from the English texts, and never change what is stored', () => {
    const group = addReason(REASONS, null);
    const child = addReason(named(group.reasons, group.added.key, 'Line clearance'), group.added.key);
    const reasons = withKeys(named(child.reasons, child.added.key, 'Tête: nettoyée!'), stored);
    expect(keysOf(reasons)).toBe('machine jam breakdown planned break line-clearance tete-nettoyee');
    expect(reasons.at(-1)?.group).toBe('line-clearance');
    expect(downtimeReasonsSchema.safeParse(reasons).success).toBe(true);
  });

  it.each([
    ['Jam', 'jam-2'],
    ['卡料', 'reason'],
    ['x'.repeat(90), 'x'.repeat(56)],
  ])('of the text %s', (text, key) => {
    const { reasons, added } = addReason(REASONS, 'machine');
    expect(withKeys(named(reasons, added.key, text), stored).findLast(({ texts }) => texts.en === text)?.key).toBe(key);
  });

  it('leave out the languages without a text', () => {
    const [reason] = withoutEmptyTexts([{ ...REASONS[0]!, texts: { en: ' Machine ', de: ' ', fr: 'Machine' } }]);
    expect(reason?.texts).toEqual({ en: 'Machine', fr: 'Machine' });
  });
});

describe('a retired reason', () => {
  const retired = REASONS.map((reason) => ({ ...reason, isRetired: reason.key === 'jam' || reason.key === 'planned' }));
  const offered = (stated?: string) => reasonGroups(retired, 'en', stated).flatMap(({ reasons }) => reasons.map(({ key }) => key));

  it('is not offered, nor is what belongs to a retired group', () => {
    expect(offered()).toEqual(['breakdown']);
  });

  it('is offered at the stop for which it was stated, and keeps its text', () => {
    expect(offered('jam')).toEqual(['jam', 'breakdown']);
    expect(keyText(retired, 'jam', 'de')).toBe('Produktstau');
  });
});
