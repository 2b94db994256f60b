import { computed, reactive, ref, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import { nameFault, type NameFault } from '../../composables/name-fault.ts';
import { useAction } from '../../composables/use-action.ts';
import { useLoad } from '../../composables/use-load.ts';
import { useNoticesStore } from '../../stores/notices.ts';
import { useVariablesStore } from '../../stores/variables.ts';

const EMPTY = { name: '', value: '', description: '', userEdit: false };
const FIELDS = ['name', 'value', 'description', 'userEdit'] as const;

/** The form of one variable, read anew whenever `target` says that it is open. A failed save keeps every field as it was typed. */
export function useVariableForm(target: () => { connection: string; name: string | undefined } | undefined, close: () => void) {
  const { t } = useI18n();
  const variables = useVariablesStore();
  const notices = useNoticesStore();
  const fields = reactive({ ...EMPTY });
  const original = ref({ ...EMPTY });
  const nameError = ref<NameFault>();
  const isReady = ref(false);

  const reading = useLoad(
    async (signal) => {
      const at = target();
      if (!at) return undefined;
      return at.name === undefined ? { ...EMPTY } : { name: at.name, ...(await variables.get({ ...at, name: at.name }, signal)) };
    },
    [() => target()?.connection, () => target()?.name, () => target() !== undefined],
  );
  watch(
    () => target() !== undefined,
    () => {
      isReady.value = false;
      nameError.value = undefined;
      saving.reset();
      removal.reset();
    },
  );
  watch(reading.value, (found) => {
    if (!found) return;
    original.value = { ...found };
    Object.assign(fields, found);
    isReady.value = true;
  });
  watch(
    () => fields.name,
    () => (nameError.value = undefined),
  );

  const isDirty = computed(() => isReady.value && FIELDS.some((field) => fields[field] !== original.value[field]));

  const saving = useAction(async (name: string) => {
    const at = target();
    if (!at) return;
    const { value, description, userEdit } = fields;
    await variables.put({ connection: at.connection, name }, { value, description, userEdit });
    notices.say(t('variables.saved', { name }));
    close();
  });
  const removal = useAction(async () => {
    const at = target();
    if (at?.name === undefined) return;
    await variables.remove({ connection: at.connection, name: at.name });
    notices.say(t('variables.removed', { name: at.name }));
    close();
  });

  async function save(): Promise<void> {
    const at = target();
    if (!at) return;
    const name = at.name ?? fields.name.trim().normalize('NFC');
    if (at.name === undefined) nameError.value = nameFault(name, variables.items ?? []);
    if (!nameError.value) await saving.run(name);
  }

  /** What the controller refused at a field of the last save. The station names the body `/variable`. */
  function errorAt(pointer: string): string | undefined {
    const errors = saving.problem.value?.errors ?? [];
    return errors.find((error) => error.pointer === pointer || error.pointer === `/variable${pointer}`)?.detail;
  }

  return { fields, nameError, isReady, isDirty, reading, saving, removal, save, errorAt };
}
