import type { ShallowRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { useConnectionsStore } from '../stores/connections.ts';
import { useDraftsStore, type DraftDocument } from '../stores/drafts.ts';
import { useNoticesStore } from '../stores/notices.ts';
import { useAction } from './use-action.ts';
import { useConflict } from './use-conflict.ts';
import type { FormTarget } from './use-form-reading.ts';

interface Place {
  connection: string;
  name: string;
}

interface Resource<Value> {
  get: (place: Place) => Promise<Value>;
  put: (place: Place, value: Value, over: Value | null) => Promise<void>;
  remove: (place: Place) => Promise<void>;
}

const KINDS = { variables: 'variable', shiftCodes: 'shiftCode' } as const;

interface ResourceForm<Value> {
  /** Namespace of the words `saved` and `removed`. */
  words: 'variables' | 'shiftCodes';
  target: () => FormTarget | undefined;
  /** What the person began from; null for a new one. */
  base: ShallowRef<Value | null>;
  close: () => void;
}

/**
 * Saves and deletes the named thing that a form edits, says so, and closes the form. A failure leaves it open, and so does somebody else who was
 * faster; while the controller is away it is kept as a draft.
 */
export function useResourceActions<Value extends object>(resource: Resource<Value>, { words, target, base, close }: ResourceForm<Value>) {
  const { t } = useI18n();
  const notices = useNoticesStore();
  const connections = useConnectionsStore();
  const drafts = useDraftsStore();
  const { saveOver, ...asked } = useConflict(base, resource.get);

  const saving = useAction(async (place: Place, value: Value) => {
    const work = { content: value as DraftDocument, base: base.value as DraftDocument | null };
    const save = () => drafts.saveOrKeep({ ...place, kind: KINDS[words] }, work, () => resource.put(place, value, base.value));
    const saved = target()?.name === undefined ? await save() : await saveOver(place, () => value, save);
    if (!saved) return;
    const controller = connections.findConnection(place.connection)?.name ?? '';
    notices.say(saved.isKept ? t('drafts.kept', { name: place.name, controller }) : t(`${words}.saved`, { name: place.name }));
    close();
  });
  const removal = useAction(async () => {
    const at = target();
    if (at?.name === undefined) return;
    await resource.remove({ connection: at.connection, name: at.name });
    notices.say(t(`${words}.removed`, { name: at.name }));
    close();
  });
  return { ...asked, saving, removal };
}
