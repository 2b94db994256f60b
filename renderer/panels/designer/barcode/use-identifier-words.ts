import { useI18n } from 'vue-i18n';
import { gs1Decimals, gs1Format } from './gs1-format.ts';
import { gs1Title } from './gs1-titles.ts';
import { commonIdentifier } from './search-identifiers.ts';

/** What application identifiers mean. Their titles are those of GS1 in every language; common ones are said in the page's too. */
export function useIdentifierWords() {
  const { t } = useI18n();

  function meaning(id: string): string {
    const common = commonIdentifier(id);
    return common ? t(`designText.identifiers.${common}`) : '';
  }

  /** How the value is written, with the place of its decimal point. */
  function format(id: string): string {
    const decimals = gs1Decimals(id);
    const places = decimals === undefined ? '' : ` · ${t('designText.elements.decimals', { n: decimals }, decimals)}`;
    return gs1Format(id) + places;
  }

  /** `(17) USE BY or EXPIRY`. */
  function title(id: string): string {
    return `(${id}) ${gs1Title(id)}`.trim();
  }

  return { meaning, format, title };
}
