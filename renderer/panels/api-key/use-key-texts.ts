import { useI18n } from 'vue-i18n';
import type { ApiKey } from '#contract/api-v3/api-key.ts';
import { useDayFormat } from '../../composables/use-day-format.ts';
import type { StatusTone } from '../../ui/status-tone.ts';
import { daysToEnd } from './key-lists.ts';

/** How a state is shown. */
export interface KeyState {
  tone: StatusTone;
  text: string;
  isWarning: boolean;
}

/** What a key may do, and its state, in the words of the page. */
export function useKeyTexts() {
  const { t } = useI18n();
  const days = useDayFormat();

  /** Read, Print */
  const scopesText = ({ scopes }: ApiKey): string => scopes.map((scope) => t(`apiKeys.scopes.${scope}.name`)).join(', ');

  const printersText = ({ printers }: ApiKey): string => printers?.join(', ') ?? t('apiKeys.allPrinters');

  function state(key: ApiKey): KeyState {
    if (key.state === 'revoked') return { tone: 'outline', text: t('apiKeys.state.revoked'), isWarning: false };
    if (key.state === 'expired') return { tone: 'caution', text: t('apiKeys.state.expired'), isWarning: true };
    const left = daysToEnd(key, Date.now());
    if (left === undefined) return { tone: 'go', text: t('apiKeys.state.valid'), isWarning: false };
    const text = left === 0 ? t('apiKeys.state.endsToday') : t('apiKeys.state.endsIn', { n: left }, left);
    return { tone: 'caution', text, isWarning: true };
  }

  /** Last day 31 JAN 2027; empty for a key without an end. */
  const endText = ({ expires }: ApiKey): string => (expires === undefined ? '' : t('apiKeys.lastDayIs', { day: days.write(expires) }));

  return { scopesText, printersText, state, endText };
}
