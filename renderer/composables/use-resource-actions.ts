import { useI18n } from 'vue-i18n';
import { useConnectionsStore } from '../stores/connections.ts';
import { useDraftsStore, type DraftDocument } from '../stores/drafts.ts';
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

const KINDS = { variables: 'variable', shiftCodes: 'shiftCode' } as const;

interface ResourceForm<Value> {
  /** Namespace of the words `saved` and `removed`. */
  words: 'variables' | 'shiftCodes';
  target: () => FormTarget | undefined;
  /** What the person began from; null for a new one. */
  base: () => Value | null;
  close: () => void;
}

/**
 * Saves and deletes the named thing that a form edits, says so, and closes the form. A failure leaves it open; while the controller is away
 * it is kept as a draft.
 */
export function useResourceActions<Value extends object>(resource: Resource<Value>, { words, target, base, close }: ResourceForm<Value>) {
  const { t } = useI18n();
  const notices = useNoticesStore();
  const connections = useConnectionsStore();
  const drafts = useDraftsStore();

  const saving = useAction(async (place: Place, value: Value) => {
    const work = { content: value as DraftDocument, base: base() as DraftDocument | null };
    const { isKept } = await drafts.saveOrKeep({ ...place, kind: KINDS[words] }, work, () => resource.put(place, value));
    const controller = connections.findConnection(place.connection)?.name ?? '';
    notices.say(isKept ? t('drafts.kept', { name: place.name, controller }) : t(`${words}.saved`, { name: place.name }));
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
