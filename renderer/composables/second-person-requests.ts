import { shallowRef } from 'vue';
import type { SentCommand } from '../link/station-link.ts';

/** A command that waits until a second person has confirmed it. */
export interface SecondPersonRequest {
  command: SentCommand;
  /** Ends the request: with the token of the confirmation, or without one when the command is given up. */
  end: (token?: string) => void;
}

/** The requests of this page, in the order in which they were made. The dialog shows the first one. */
export const secondPersonRequests = shallowRef<readonly SecondPersonRequest[]>([]);

/** Asks a second person to confirm a command. Resolves with the token of the confirmation, or undefined when it is given up. */
export function askSecondPerson(command: SentCommand): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request: SecondPersonRequest = {
      command,
      end: (token) => {
        secondPersonRequests.value = secondPersonRequests.value.filter((other) => other !== request);
        resolve(token);
      },
    };
    secondPersonRequests.value = [...secondPersonRequests.value, request];
  });
}
