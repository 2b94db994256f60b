/** The part of the station that signs browsers in. A session cookie contains the session's secret. */
export interface PageAccess {
  /**
   * Exchanges the one-time token of the start address for the secret of a session. Throws `sign-in-required` for a wrong or used token, and
   * `too-many-requests` for too many of them.
   */
  exchange(token: string, held: readonly string[]): Promise<string>;
  /** The first secret that belongs to a session; undefined when none does. */
  find(secrets: readonly string[]): string | undefined;
  /** Runs a call as one of the session's screen. */
  serveFor<Result>(secret: string, call: () => Result): Result;
}
