import { ref, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import { freeName } from './free-name.ts';
import { nameFault, type NameFault } from './name-fault.ts';
import type { FormTarget } from './use-form-reading.ts';

/** The name in a form: that of the thing it edits, or one that is typed for a new thing and must be good and free. */
export function useNewName(typed: () => string, taken: () => readonly { name: string }[] | undefined) {
  const { t } = useI18n();
  const nameError = ref<NameFault>();
  watch(typed, () => (nameError.value = undefined));

  /** The name that is typed; undefined when it cannot be given, and `nameError` says why. */
  function newName(): string | undefined {
    const name = typed().trim().normalize('NFC');
    nameError.value = nameFault(name, taken() ?? []);
    return nameError.value ? undefined : name;
  }

  /** The name to save under; undefined when it cannot be given. */
  function nameFor(target: FormTarget): string | undefined {
    return target.name ?? newName();
  }

  /** The name that a form begins with: a copy gets one that is free. */
  function firstName({ name, from }: FormTarget): string {
    return name ?? (from === undefined ? '' : freeName(t('labels.naming.copyOf', { name: from }), taken() ?? []));
  }

  return { nameError, newName, nameFor, firstName };
}
