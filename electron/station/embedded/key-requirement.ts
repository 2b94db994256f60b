import { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';
import type { AccessSettings } from '#contract/api-v3/settings.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import { EMBEDDED_ID } from '../connections/connections.ts';
import type { People } from '../people/people.ts';
import type { StoredSetting } from '../platform/stored-setting.ts';

/** Whether the station has made the embedded controller require a key once. A person may have turned that off since. */
export const keyRequirementSchema = z.object({ isDone: z.boolean() });

/** Calls a listener after each change. */
interface Changing {
  subscribe: (listener: () => void) => () => void;
}

export interface KeyRequirementOptions {
  people: Pick<People, 'areKept'> & Changing;
  controllers: Pick<Controllers, 'change' | 'isOnline'>;
  connections: Changing;
  setting: Pick<StoredSetting<z.infer<typeof keyRequirementSchema>>, 'read' | 'save'>;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/**
 * Makes the embedded controller require a key of every program on this computer, once, after the first person was added: otherwise any user of
 * the computer could print without signing in to the station. Waits for the controller when it is not online.
 */
export class KeyRequirement {
  readonly #options: KeyRequirementOptions;
  readonly #subscriptions: (() => void)[] = [];
  #isDone = false;
  #trial: Promise<void> | undefined;

  constructor(options: KeyRequirementOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { people, connections, setting } = this.#options;
    this.#isDone = (await setting.read())?.isDone ?? false;
    const check = (): void => this.#check();
    this.#subscriptions.push(people.subscribe(check), connections.subscribe(check));
    this.#check();
  }

  async stop(): Promise<void> {
    for (const unsubscribe of this.#subscriptions.splice(0)) unsubscribe();
    await this.#trial;
  }

  #check(): void {
    const { people, controllers, report } = this.#options;
    if (this.#isDone || this.#trial || !people.areKept || !controllers.isOnline(EMBEDDED_ID)) return;
    this.#trial = this.#require()
      .catch((error: unknown) => {
        // The next change of the connection starts another trial.
        if (!(error instanceof ProblemError)) report(error);
      })
      .finally(() => (this.#trial = undefined));
  }

  async #require(): Promise<void> {
    const json: AccessSettings = { isKeyRequired: true };
    await this.#options.controllers.change(EMBEDDED_ID, { method: 'PUT', path: apiPath`/settings/access`, json });
    await this.#options.setting.save({ isDone: true });
    this.#isDone = true;
  }
}
