import { ref, watch, type Ref } from 'vue';
import { useI18n } from 'vue-i18n';

/** The most characters that a reason may have. */
const LONGEST = 500;

/** A reason that is kept with what is done: it must be given, and in a few words. `fault` says what is wrong since the last look. */
export function useReason(reason: Readonly<Ref<string>>) {
  const { t } = useI18n();
  const fault = ref<string>();

  watch(reason, () => (fault.value = undefined));

  /** Whether it is one. */
  function isGiven(): boolean {
    const { length } = [...reason.value.trim()];
    if (length === 0) fault.value = t('ui.reason.missing');
    else if (length > LONGEST) fault.value = t('ui.reason.tooLong', { n: LONGEST });
    return fault.value === undefined;
  }

  return { fault, isGiven };
}
