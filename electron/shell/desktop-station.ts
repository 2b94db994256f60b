import type { DesktopAction, DesktopState } from '#contract/station/desktop.ts';

/** What the shell needs of the station. */
export interface DesktopStation {
  /** Calls with the state now, and whenever it has changed, until the returned function is called. */
  watch(listener: (state: DesktopState) => void): () => void;
  /** Rejects with a `ProblemError` when the person at the window may not do it. */
  permit(action: DesktopAction): Promise<void>;
  /** Address of the API reference of this computer's controller; undefined while it does not answer. */
  readonly referenceUrl: string | undefined;
}
