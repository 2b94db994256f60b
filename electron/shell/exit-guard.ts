import { ProblemError } from '#contract/problem.ts';
import type { DesktopAction, DesktopState } from '#contract/station/desktop.ts';
import type { DesktopStation } from './desktop-station.ts';
import type { ShellTexts } from './shell-texts.ts';

/** A message box: shows the texts, and resolves with the index of the button that was pressed. The last button cancels. */
export type ShowMessage = (message: { title: string; detail?: string; buttons: string[] }) => Promise<number>;

export interface ExitGuardOptions {
  station: Pick<DesktopStation, 'permit'>;
  /** The printers as they are now. */
  state: () => DesktopState;
  texts: ShellTexts;
  show: ShowMessage;
  /** Logs an unexpected error. */
  report: (error: unknown) => unknown;
}

const OK = ['OK'];
const CONFIRMED = 0;
const PERSON_NEEDED: ReadonlySet<string> = new Set(['person-required', 'screen-locked']);

/**
 * Asks before the app ends or its kiosk is left: where the station keeps people, a person with the permission must be signed in at the window, and a quit
 * that stops printers is confirmed. One question is open at a time; further ones are refused meanwhile.
 */
export class ExitGuard {
  readonly #options: ExitGuardOptions;
  #isAsking = false;

  constructor(options: ExitGuardOptions) {
    this.#options = options;
  }

  /** Whether the app may end. */
  mayQuit(): Promise<boolean> {
    return this.#once(async () => {
      const { texts, state } = this.#options;
      if (!(await this.#isPermitted('quit'))) return false;
      const printers = state().ownPrintersWithJob;
      return printers === 0 || this.#isConfirmed({ title: texts.quitTitle, detail: `${texts.quitDetail} ${printers}`, yes: texts.quit });
    });
  }

  /** Whether the kiosk may be left. */
  mayLeaveKiosk(): Promise<boolean> {
    return this.#once(async () => {
      const { kioskTitle: title, leaveKiosk: yes } = this.#options.texts;
      return (await this.#isPermitted('leaveKiosk')) && this.#isConfirmed({ title, yes });
    });
  }

  /** Whether a setting of the app may be changed. */
  mayChange(action: DesktopAction): Promise<boolean> {
    return this.#once(() => this.#isPermitted(action));
  }

  async #isPermitted(action: DesktopAction): Promise<boolean> {
    const { station, texts, show, report } = this.#options;
    try {
      await station.permit(action);
      return true;
    } catch (error) {
      if (!(error instanceof ProblemError)) report(error);
      const needsPerson = error instanceof ProblemError && PERSON_NEEDED.has(error.slug);
      await show({ title: needsPerson ? texts.signInFirst : texts.notPermitted, buttons: OK });
      return false;
    }
  }

  async #isConfirmed({ title, detail, yes }: { title: string; detail?: string; yes: string }): Promise<boolean> {
    const { show, texts } = this.#options;
    return (await show({ title, ...(detail !== undefined && { detail }), buttons: [yes, texts.cancel] })) === CONFIRMED;
  }

  async #once(ask: () => Promise<boolean>): Promise<boolean> {
    if (this.#isAsking) return false;
    this.#isAsking = true;
    try {
      return await ask();
    } finally {
      this.#isAsking = false;
    }
  }
}
