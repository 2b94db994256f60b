/** The part of the station that lets browsers in. Secrets of sessions are what their cookies hold. */
export interface PageAccess {
  /**
   * Takes the one-time token of the start address, and resolves with the secret of a session. Throws `sign-in-required` for a token that is wrong
   * or was used, and `too-many-requests` after too many of them.
   */
  exchange(token: string, held: readonly string[]): Promise<string>;
  /** The first of these secrets that belongs to a session; undefined when none does. */
  find(secrets: readonly string[]): string | undefined;
}
