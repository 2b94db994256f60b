import { ref, watch, type Ref } from 'vue';
import { useI18n } from 'vue-i18n';

/** The maximum length of a reason, in characters. */
const LONGEST = 500;

/** A required reason that is stored with the command. `fault` is the fault found by the last `isGiven`. */
export function useReasonField(reason: Readonly<Ref<string>>) {
  const { t } = useI18n();
  const fault = ref<string>();

  watch(reason, () => (fault.value = undefined));

  /** Checks the reason and sets `fault`. */
  function isGiven(): boolean {
    const { length } = [...reason.value.trim()];
    if (length === 0) fault.value = t('ui.reason.missing');
    else if (length > LONGEST) fault.value = t('ui.reason.tooLong', { n: LONGEST });
    return fault.value === undefined;
  }

  return { fault, isGiven };
}
