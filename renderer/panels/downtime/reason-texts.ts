import { isRetiredReason, type DowntimeReason, type DowntimeReasons } from '#contract/api-v3/downtime.ts';
import { TEXT_LANGUAGES } from '#contract/api-v3/text-language.ts';

/** A group of reasons as it is offered; reasons without a group are in one without a title. */
export interface ReasonGroup {
  key: string;
  title: string;
  reasons: readonly { key: string; label: string }[];
}

/** The text of a reason in a language of the page; English where it has none. */
export function reasonText({ texts }: DowntimeReason, language: string): string {
  const known = TEXT_LANGUAGES.find((candidate) => language.startsWith(candidate));
  return (known && texts[known]) ?? texts.en;
}

/** The text of a stored key; the key itself for a reason that exists no more. */
export function keyText(reasons: DowntimeReasons, key: string, language: string): string {
  const found = reasons.find((reason) => reason.key === key);
  return found ? reasonText(found, language) : key;
}

/** The reasons that can be stated, and the one that was, by their groups, in their order. The title of a group within a group names both. */
export function reasonGroups(reasons: DowntimeReasons, language: string, stated = ''): ReasonGroup[] {
  const parents = new Set(reasons.map(({ group }) => group));
  const titleOf = (key: string): string => {
    const found = reasons.find((reason) => reason.key === key);
    if (!found) return key;
    const own = reasonText(found, language);
    return found.group === null ? own : `${titleOf(found.group)} – ${own}`;
  };
  const groups = new Map<string, ReasonGroup & { reasons: { key: string; label: string }[] }>();
  for (const reason of reasons) {
    if (parents.has(reason.key) || (reason.key !== stated && isRetiredReason(reasons, reason))) continue;
    const key = reason.group ?? '';
    const group = groups.get(key) ?? { key, title: key === '' ? '' : titleOf(key), reasons: [] };
    groups.set(key, group);
    group.reasons.push({ key: reason.key, label: reasonText(reason, language) });
  }
  return [...groups.values()];
}
