import type { SignInWay } from '#contract/station/sign-in.ts';
import type { SignInRequest } from '#contract/station/sign-in-request.ts';

/** The browser that signs in. */
export interface SigningInBrowser {
  /** The secrets of its cookies. */
  held: readonly string[];
  /** IP address of its computer. */
  address: string;
}

/** The part of the station that signs browsers in. A cookie contains the secret of a session. */
export interface PageAccess<Session> {
  /** What a browser without a session does. */
  readonly way: SignInWay;
  /** How long a browser keeps the cookie; undefined = until it is closed. */
  readonly cookieSeconds: number | undefined;
  /** Opens a session and returns its secret. Throws `sign-in-required` or `wrong-sign-in`, `too-many-requests`, and `invalid-input` for another way. */
  signIn(request: SignInRequest, browser: SigningInBrowser): Promise<string>;
  /** The session that one of the secrets belongs to; undefined when none does. */
  find(secrets: readonly string[]): Session | undefined;
  /** The secret of the session's cookie from now on; undefined when the session has ended. */
  renew(session: Session): string | undefined;
  /** Calls when the session ends. Returns the function that ends the subscription. */
  onEnd(session: Session, listener: () => void): () => void;
  /** Runs a call as one of the session's screen. */
  serveFor<Result>(session: Session, call: () => Result): Result;
}
