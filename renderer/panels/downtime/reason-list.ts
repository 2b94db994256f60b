import type { DowntimeReason, DowntimeReasons } from '#contract/api-v3/downtime.ts';

const MAX_KEY = 60;

/** A reason in the list of the editor. */
export interface ReasonRow {
  reason: DowntimeReason;
  /** 0 at the top. */
  depth: number;
  /** Whether it is the first or the last of its group: then it cannot be moved further. */
  isFirst: boolean;
  isLast: boolean;
}

/** The reasons as a tree from top to bottom: each group is followed by what belongs to it. */
export function reasonRows(reasons: DowntimeReasons, group: string | null = null, depth = 0): ReasonRow[] {
  const siblings = reasons.filter((reason) => reason.group === group);
  return siblings.flatMap((reason, at) => [
    { reason, depth, isFirst: at === 0, isLast: at === siblings.length - 1 },
    ...reasonRows(reasons, reason.key, depth + 1),
  ]);
}

/** The list with a reason moved one place up (-1) or down (1) within its group, together with what belongs to it. */
export function moveReason(reasons: DowntimeReasons, key: string, step: -1 | 1): DowntimeReasons {
  const moved = reasons.find((reason) => reason.key === key);
  const siblings = reasons.filter(({ group }) => group === moved?.group);
  const other = moved && siblings[siblings.indexOf(moved) + step];
  if (!moved || !other) return reasons;
  const swapped = reasons.map((reason) => (reason === moved ? other : reason === other ? moved : reason));
  return inTreeOrder(swapped);
}

/** The list with a new reason without a text at the end of a group. Its key is a stand-in until `withKeys`. */
export function addReason(reasons: DowntimeReasons, group: string | null): { reasons: DowntimeReasons; added: DowntimeReason } {
  const isPlanned = reasons.find(({ key }) => key === group)?.isPlanned ?? false;
  const added = { key: freeKey('new', new Set(reasons.map(({ key }) => key))), group, texts: { en: '' }, isPlanned, isRetired: false };
  return { reasons: inTreeOrder([...reasons, added]), added };
}

/** The list without a reason and what belongs to it. */
export function removeReason(reasons: DowntimeReasons, key: string): DowntimeReasons {
  const children = reasons.filter(({ group }) => group === key);
  const rest = children.reduce((left, child) => removeReason(left, child.key), reasons);
  return rest.filter((reason) => reason.key !== key);
}

/** The list as it is stored: reasons that are not stored yet get keys from their English texts. */
export function withKeys(reasons: DowntimeReasons, storedKeys: ReadonlySet<string>): DowntimeReasons {
  const taken = new Set(storedKeys);
  const keys = new Map<string, string>();
  for (const { key, texts } of reasons) {
    const final = storedKeys.has(key) ? key : freeKey(slugOf(texts.en), taken);
    taken.add(final);
    keys.set(key, final);
  }
  const keyOf = (key: string): string => keys.get(key) ?? key;
  return reasons.map((reason) => ({ ...reason, key: keyOf(reason.key), group: reason.group === null ? null : keyOf(reason.group) }));
}

/** The list without empty texts and without spaces around texts. */
export function withoutEmptyTexts(reasons: DowntimeReasons): DowntimeReasons {
  return reasons.map((reason) => {
    const texts = Object.entries(reason.texts).map(([language, text]) => [language, (text ?? '').trim()] as const);
    return { ...reason, texts: { en: '', ...Object.fromEntries(texts.filter(([, text]) => text !== '')) } };
  });
}

function inTreeOrder(reasons: DowntimeReasons): DowntimeReasons {
  return reasonRows(reasons).map(({ reason }) => reason);
}

/** Lower-case letters, digits and single hyphens. */
function slugOf(text: string): string {
  const slug = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_KEY - 4)
    .replaceAll(/^-|-$/g, '');
  return slug === '' ? 'reason' : slug;
}

function freeKey(wanted: string, taken: ReadonlySet<string>): string {
  let key = wanted;
  for (let number = 2; taken.has(key); number += 1) key = `${wanted}-${number}`;
  return key;
}
