import { useI18n } from 'vue-i18n';
import { dayLimits, type Prompt } from '#contract/api-v3/prompt.ts';
import { localDay } from '../../domain/formats/local-day.ts';
import { useFormats } from '../../composables/use-formats.ts';

type Bound = 'none' | 'min' | 'max' | 'both' | 'exact';

/** The limits of a prompt as a sentence for the operator; undefined if there are none. */
export function useLimitTexts() {
  const { t } = useI18n();
  const { date } = useFormats();

  return (prompt: Prompt): string | undefined => {
    if (prompt.type !== 'date' && prompt.choices) return t('printer.prompts.limits.choices');
    const limitText = (limit: string | number | undefined) =>
      typeof limit === 'string' ? date(Date.parse(limit), 'UTC') : limit === undefined ? '' : String(limit);
    const limits = prompt.type === 'date' ? dayLimits(prompt, localDay(Date.now())) : prompt;
    const texts = { min: limitText(limits.min), max: limitText(limits.max) };
    const bounds = boundOf(limits);
    const counted = Number(bounds === 'max' ? texts.max : texts.min) || 0;
    const length =
      prompt.type === 'text' && bounds === 'none' ? undefined : t(`printer.prompts.limits.${prompt.type}.${bounds}`, texts, counted);
    const mask = prompt.type === 'text' && prompt.mask !== undefined ? t('printer.prompts.limits.mask', { mask: prompt.mask }) : undefined;
    return [length, mask].filter((each) => each !== undefined).join(' ') || undefined;
  };
}

function boundOf({ min, max }: { min?: string | number | undefined; max?: string | number | undefined }): Bound {
  if (min === undefined) return max === undefined ? 'none' : 'max';
  if (max === undefined) return 'min';
  return min === max ? 'exact' : 'both';
}
