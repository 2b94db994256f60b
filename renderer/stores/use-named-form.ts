import { ref, type Ref } from 'vue';
import { useAction } from '../composables/use-action.ts';
import { useNoticesStore } from './notices.ts';

export interface NamedFormOptions {
  isOpen: Ref<boolean>;
  /** Shown at the name when it is empty. */
  nameMissing: () => string;
  /** Stores the form under a name without spaces at its ends. Returns the notice that says so. */
  save: (name: string) => Promise<string>;
  onSaved: () => void;
}

/** What the dialogs share that add or change a thing with a name: the name, saving, and the faults that the controller finds. */
export function useNamedForm({ isOpen, nameMissing, save, onSaved }: NamedFormOptions) {
  const notices = useNoticesStore();
  const name = ref('');
  const nameError = ref<string>();

  const saving = useAction(async () => {
    notices.show(await save(name.value.trim()));
    isOpen.value = false;
    onSaved();
  });

  /** Begins with this name, and without faults. */
  function reset(stored = ''): void {
    name.value = stored;
    nameError.value = undefined;
    saving.reset();
  }

  function submit(): void {
    nameError.value = name.value.trim() === '' ? nameMissing() : undefined;
    if (nameError.value === undefined) void saving.run();
  }

  /** The fault that the controller found at a field or below it, by its JSON pointer. */
  function errorAt(pointer: string): string | undefined {
    const errors = saving.problem.value?.errors ?? [];
    return errors.find((error) => error.pointer === pointer || error.pointer.startsWith(`${pointer}/`))?.detail;
  }

  return { name, nameError, saving, reset, submit, errorAt };
}
