import { computed } from 'vue';
import { useI18n } from 'vue-i18n';
import type { LabelPrompt } from '#contract/api-v3/variable.ts';
import DateField from '../../ui/DateField.vue';
import DigitsField from '../../ui/DigitsField.vue';
import SelectField from '../../ui/SelectField.vue';
import TextAreaField from '../../ui/TextAreaField.vue';
import TextField from '../../ui/TextField.vue';
import { useLimitWords } from './use-limit-words.ts';

/** The field that fits what a label asks for, its name, and its limits in words. */
export function usePromptControl(asked: () => LabelPrompt) {
  const { t } = useI18n();
  const limitWords = useLimitWords();

  const label = computed(() => asked().description || asked().name);
  const choices = computed(() => {
    const { prompt } = asked();
    return prompt && prompt.type !== 'date' ? prompt.choices : undefined;
  });
  const control = computed(() => {
    const { prompt, value } = asked();
    if (choices.value) return SelectField;
    if (prompt?.type === 'date') return DateField;
    if (prompt?.type === 'number') return DigitsField;
    return value.includes('\n') ? TextAreaField : TextField;
  });
  const options = computed(() => choices.value?.map((choice) => ({ value: choice, label: choice || t('variables.valueEmpty') })));
  const limits = computed(() => {
    const { prompt } = asked();
    return prompt && limitWords(prompt);
  });
  return { label, control, options, limits };
}
