const FORMS: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

/**
 * The forms that a language has for counts, in the order in which a text of it lists them: English one and other, Arabic all six. The form
 * that French and Spanish have for round millions in words is none here: the page writes digits.
 */
export function pluralForms(tag: string): Intl.LDMLPluralRule[] {
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
  const isForMillions = !pluralCategories.includes('few');
  return FORMS.filter((form) => pluralCategories.includes(form) && !(form === 'many' && isForMillions));
}

/**
 * Chooses the form for a count. A text with one form more than its language has begins with the one for none at all; a language that has a
 * form for zero says so there.
 */
export function pluralRule(tag: string): (count: number, given: number) => number {
  const rules = new Intl.PluralRules(tag);
  const forms = pluralForms(tag);
  return (count, given) => {
    if (given > forms.length && count === 0) return 0;
    const form = forms.indexOf(rules.select(count));
    return Math.max(0, given - forms.length) + Math.min(form === -1 ? forms.length - 1 : form, given - 1);
  };
}
