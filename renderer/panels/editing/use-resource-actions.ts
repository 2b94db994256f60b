import type { ShallowRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useUnsavedEditsStore, type UnsavedEditDocument } from '../../stores/unsaved-edits.ts';
import { useNoticesStore } from '../../stores/notices.ts';
import { useAction } from '../../composables/use-action.ts';
import { useConflict } from '../../composables/use-conflict.ts';
import type { FormTarget } from './use-form-load.ts';

interface Place {
  connection: string;
  name: string;
}

interface Resource<Value> {
  get: (place: Place) => Promise<Value>;
  put: (place: Place, value: Value, expected: Value | null) => Promise<void>;
  remove: (place: Place) => Promise<void>;
}

const KINDS = { variables: 'variable', shiftCodes: 'shiftCode' } as const;

interface ResourceForm<Value> {
  /** The group of its texts. */
  namespace: 'variables' | 'shiftCodes';
  target: () => FormTarget | undefined;
  /** The content that the edit started from; null for a new resource. */
  base: ShallowRef<Value | null>;
  close: () => void;
}

/**
 * Saves and deletes the resource of a form, shows a notice, and closes the form. The form stays open after a failure and after a conflict.
 * While the controller is unreachable, the edit is stored in the station.
 */
export function useResourceActions<Value extends object>(
  resource: Resource<Value>,
  { namespace, target, base, close }: ResourceForm<Value>,
) {
  const { t } = useI18n();
  const notices = useNoticesStore();
  const connections = useConnectionsStore();
  const unsavedEdits = useUnsavedEditsStore();
  const { saveOver, ...editConflict } = useConflict(base, resource.get);

  const saving = useAction(async (place: Place, value: Value) => {
    const work = { content: value as UnsavedEditDocument, base: base.value as UnsavedEditDocument | null };
    const save = () => unsavedEdits.saveOrQueue({ ...place, kind: KINDS[namespace] }, work, () => resource.put(place, value, base.value));
    const saved = target()?.name === undefined ? await save() : await saveOver(place, () => value, save);
    if (!saved) return;
    const controller = connections.findConnection(place.connection)?.name ?? '';
    notices.show(
      saved.isQueued ? t('unsavedEdits.queued', { name: place.name, controller }) : t(`${namespace}.saved`, { name: place.name }),
    );
    close();
  });
  const removal = useAction(async () => {
    const at = target();
    if (at?.name === undefined) return;
    await resource.remove({ connection: at.connection, name: at.name });
    notices.show(t(`${namespace}.removed`, { name: at.name }));
    close();
  });
  return { ...editConflict, saving, removal };
}
