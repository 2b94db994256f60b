import { useI18n } from 'vue-i18n';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import { problemSlug, type Problem } from '#contract/problem.ts';
import { usePageI18n } from '../locales/i18n.ts';

/**
 * Says errors and warnings of printers, and what to do about problems, in the language of the page. Their texts are loaded when the first one is to be
 * said; the English text of the controller is shown until then, for a code that the page does not know, and if the texts cannot be loaded: the next error tries again.
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

  /** What to do about a problem; empty until the texts are loaded. */
  function sayAdvice({ type }: Problem): string {
    const name = `problems.${problemSlug(type) ?? 'other'}`;
    if (te(name, 'en')) return t(name);
    loadTexts('errors').catch(() => undefined);
    return '';
  }

  return { say, sayAll, sayAdvice };
}
