import { ref, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import { freeName } from '../../domain/formats/free-name.ts';
import { nameFault, type NameFault } from '../../domain/formats/name-fault.ts';
import type { FormTarget } from './use-form-load.ts';

/** The name in a form: that of the edited resource, or a typed one that must be valid and free. */
export function useNewName(typed: () => string, taken: () => readonly { name: string }[] | undefined) {
  const { t } = useI18n();
  const nameError = ref<NameFault>();
  watch(typed, () => (nameError.value = undefined));

  /** The typed name; undefined if it is invalid, with the reason in `nameError`. */
  function newName(): string | undefined {
    const name = typed().trim().normalize('NFC');
    nameError.value = nameFault(name, taken() ?? []);
    return nameError.value ? undefined : name;
  }

  /** The name to save under; undefined if it is invalid. */
  function nameFor(target: FormTarget): string | undefined {
    return target.name ?? newName();
  }

  /** The initial name: a free one for a copy. */
  function firstName({ name, from }: FormTarget): string {
    return name ?? (from === undefined ? '' : freeName(t('labels.naming.copyOf', { name: from }), taken() ?? []));
  }

  return { nameError, newName, nameFor, firstName };
}
