import { useI18n } from 'vue-i18n';
import { useNoticesStore } from '../stores/notices.ts';
import { useAction } from './use-action.ts';
import type { FormTarget } from './use-form-reading.ts';

interface Place {
  connection: string;
  name: string;
}

interface Resource<Value> {
  put: (place: Place, value: Value) => Promise<void>;
  remove: (place: Place) => Promise<void>;
}

interface ResourceForm {
  /** Namespace of the words `saved` and `removed`. */
  words: 'variables' | 'shiftCodes';
  target: () => FormTarget | undefined;
  close: () => void;
}

/** Saves and deletes the named thing that a form edits, says so, and closes the form. A failure leaves it open. */
export function useResourceActions<Value>(resource: Resource<Value>, { words, target, close }: ResourceForm) {
  const { t } = useI18n();
  const notices = useNoticesStore();

  const saving = useAction(async (place: Place, value: Value) => {
    await resource.put(place, value);
    notices.say(t(`${words}.saved`, { name: place.name }));
    close();
  });
  const removal = useAction(async () => {
    const at = target();
    if (at?.name === undefined) return;
    await resource.remove({ connection: at.connection, name: at.name });
    notices.say(t(`${words}.removed`, { name: at.name }));
    close();
  });
  return { saving, removal };
}
