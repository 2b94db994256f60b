import { useI18n } from 'vue-i18n';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import { usePageI18n } from '../locales/i18n.ts';

/**
 * Says errors and warnings of printers in the language of the page. Their texts are loaded when the first one is to be said; the English text of the
 * controller is shown until then, for a code that the page does not know, and if the texts cannot be loaded: the next error tries again.
 */
export function useErrorTexts() {
  const { t, te } = useI18n();
  const { loadTexts } = usePageI18n();

  function say({ code, parameters, text }: StatusError): string {
    const name = `statusErrors.${code}`;
    // English has every text, and is loaded with every language.
    if (te(name, 'en')) return t(name, parameters, Number(parameters['n'] ?? 1));
    loadTexts('errors').catch(() => undefined);
    return text;
  }

  /** The texts of a status, each said if its code is among the details. */
  function sayAll(texts: readonly string[], details: readonly StatusError[] = []): string[] {
    return texts.map((text) => {
      const error = details.find((detail) => detail.text === text);
      return error ? say(error) : text;
    });
  }

  return { say, sayAll };
}
