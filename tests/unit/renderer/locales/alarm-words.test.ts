import { describe, expect, it } from 'vitest';
import { ALARM_PRIORITIES } from '#contract/station/alarm-priorities.ts';
import { ALARM_KINDS } from '#contract/station/alarms.ts';
import { createWords } from '#renderer/locales/i18n.ts';

const { messages } = createWords().global;
const locales = Object.entries(messages.value);

function wordsAt(locale: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], locale);
}

/** Words that say nothing count as missing. */
function missing(locale: unknown, paths: string[]): string[] {
  return paths.filter((path) => {
    const words = wordsAt(locale, path);
    return !(typeof words === 'string' ? words.trim() : words);
  });
}

describe.each(locales)('in %s', (_name, locale) => {
  it('H4 every alarm has cause, consequence and action', () => {
    const paths = ALARM_KINDS.flatMap((kind) => ['title', 'cause', 'consequence', 'action'].map((part) => `alarms.kinds.${kind}.${part}`));
    expect(missing(locale, paths)).toEqual([]);
  });

  it('H3 every one of the four priorities has its word', () => {
    expect(
      missing(
        locale,
        [...ALARM_PRIORITIES].map((priority) => `alarms.priorities.${priority}`),
      ),
    ).toEqual([]);
    expect(ALARM_PRIORITIES).toHaveLength(4);
  });
});
