import { computed } from 'vue';
import { useI18n } from 'vue-i18n';
import type { LabelPrompt } from '#contract/api-v3/variable.ts';
import DayPrompt from './DayPrompt.vue';
import DigitsField from '../../ui/DigitsField.vue';
import SelectField from '../../ui/SelectField.vue';
import TextAreaField from '../../ui/TextAreaField.vue';
import TextField from '../../ui/TextField.vue';
import { useLimitTexts } from './use-limit-texts.ts';

/** The field type of a prompt, its label, and its limits as text. */
export function usePromptControl(labelPrompt: () => LabelPrompt) {
  const { t } = useI18n();
  const limitTexts = useLimitTexts();

  const label = computed(() => labelPrompt().description || labelPrompt().name);
  const choices = computed(() => {
    const { prompt } = labelPrompt();
    return prompt && prompt.type !== 'date' ? prompt.choices : undefined;
  });
  const control = computed(() => {
    const { prompt, value } = labelPrompt();
    if (choices.value) return SelectField;
    if (prompt?.type === 'date') return DayPrompt;
    if (prompt?.type === 'number') return DigitsField;
    return value.includes('\n') ? TextAreaField : TextField;
  });
  /** What only this type of field gets. */
  const attributes = computed(() => {
    const { prompt } = labelPrompt();
    if (prompt?.type === 'date') return { format: prompt.format };
    return choices.value && { options: choices.value.map((choice) => ({ value: choice, label: choice || t('promptedValue.empty') })) };
  });
  const limits = computed(() => {
    const { prompt } = labelPrompt();
    return prompt && limitTexts(prompt);
  });
  return { label, control, attributes, limits };
}
