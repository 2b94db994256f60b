import { useI18n } from 'vue-i18n';
import { gs1Decimals, gs1Format } from '../../../domain/barcodes/gs1-format.ts';
import { gs1Title } from '../../../domain/barcodes/gs1-titles.ts';
import { commonIdentifier } from '../../../domain/barcodes/search-application-identifiers.ts';

/** The meanings of application identifiers. Their titles are GS1's in every language; common ones also have a translated text. */
export function useIdentifierTexts() {
  const { t } = useI18n();

  function meaning(id: string): string {
    const common = commonIdentifier(id);
    return common ? t(`designText.identifiers.${common}`) : '';
  }

  /** The format of the value, with the position of its decimal point. */
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
