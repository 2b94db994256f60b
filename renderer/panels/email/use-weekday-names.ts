import { computed, type ComputedRef } from 'vue';
import { useI18n } from 'vue-i18n';

/** A Monday, at noon UTC. */
const MONDAY = Date.UTC(2024, 0, 1, 12);
const DAY = 86_400_000;

/** The names of the days of the week in the language of the page, Monday first. */
export function useWeekdayNames(width: 'long' | 'short'): ComputedRef<string[]> {
  const { locale } = useI18n();
  return computed(() => {
    const format = new Intl.DateTimeFormat(locale.value, { weekday: width, timeZone: 'UTC' });
    return Array.from({ length: 7 }, (_, day) => format.format(MONDAY + day * DAY));
  });
}
