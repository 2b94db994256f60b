/**
 * What a key may do: read; edit labels and their data; operate printers; decide about the approval of labels; administer the controller. No scope
 * includes another.
 */
export const SCOPES = ['read', 'edit', 'print', 'approve', 'admin'] as const;

/** A scope of an API key. */
export type Scope = (typeof SCOPES)[number];
