import type { Ref } from 'vue';
import type { Action } from '../../composables/use-action.ts';
import type { Conflict } from '../../composables/use-conflict.ts';
import type { Load } from '../../composables/use-load.ts';

/** What a dialog needs of the form that it holds, whatever the form's fields are. */
export interface EditForm {
  isReady: Readonly<Ref<boolean>>;
  isDirty: Readonly<Ref<boolean>>;
  reading: Pick<Load<unknown>, 'problem' | 'reload'>;
  saving: Pick<Action<never, unknown>, 'problem' | 'isPending'>;
  /** With the reason, where one is asked for. */
  removal: Pick<Action<[reason?: string], unknown>, 'run' | 'problem' | 'isPending'>;
  save: () => Promise<void>;
  /** What somebody else saved meanwhile, until a person has said what is to be. */
  conflict: Readonly<Ref<Conflict | undefined>>;
  /** What is saved next goes over that. */
  acknowledge: () => void;
  /** Nothing is saved for now. */
  dismiss: () => void;
}
