import type { Ref } from 'vue';
import type { Action } from '../../composables/use-action.ts';
import type { Conflict } from '../../composables/use-conflict.ts';
import type { Load } from '../../stores/use-load.ts';

/** What a dialog needs of the form in it, independent of the fields. */
export interface EditForm {
  isReady: Readonly<Ref<boolean>>;
  isDirty: Readonly<Ref<boolean>>;
  reading: Pick<Load<unknown>, 'problem' | 'reload'>;
  saving: Pick<Action<never, unknown>, 'problem' | 'isPending'>;
  /** With the reason, if one is required. */
  removal: Pick<Action<[reason?: string], unknown>, 'run' | 'problem' | 'isPending'>;
  save: () => Promise<void>;
  /** The change that was saved meanwhile, until the operator has decided. */
  conflict: Readonly<Ref<Conflict | undefined>>;
  /** The next save replaces it. */
  acknowledge: () => void;
  /** Closes the conflict without saving. */
  dismiss: () => void;
}
